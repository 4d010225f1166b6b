import { sql } from 'kysely';
import type { FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import type { PushOutcome } from './git-push.entity.js';

/** A push as the history shows it. */
export interface GitPushRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly appName: string;
  readonly versionId: string;
  readonly versionName: string;
  readonly actorName: string;
  readonly requestId: string;
  readonly outcome: PushOutcome;
  readonly message: string;
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  /** The new commit, or the one that had the same content; null after a failure. */
  readonly commitOid: string | null;
  readonly errorCode: string | null;
  readonly errorStep: string | null;
  readonly startedAt: string;
  readonly durationMs: number;
}

/** The fields of a GitPushRecord, of a `git_pushes` aliased `p`. */
export const gitPushFields: FieldColumns<GitPushRecord> = {
  id: sql`p.id`,
  workspaceId: sql`p.workspace_id`,
  appId: sql`p.app_id`,
  appName: sql`p.app_name`,
  versionId: sql`p.version_id`,
  versionName: sql`p.version_name`,
  actorName: sql`p.actor_name`,
  requestId: sql`p.request_id`,
  outcome: sql`p.outcome`,
  message: sql`p.message`,
  url: sql`p.url`,
  branch: sql`p.branch`,
  directory: sql`p.directory`,
  commitOid: sql`p.commit_oid`,
  errorCode: sql`p.error_code`,
  errorStep: sql`p.error_step`,
  startedAt: iso('p.started_at'),
  durationMs: sql`p.duration_ms`,
};
