import { type RawBuilder, sql } from 'kysely';
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

/** The columns of a GitPushRecord, of `git_pushes` aliased `p`. */
export const gitPushColumns: RawBuilder<GitPushRecord> = sql`
  p.id, p.workspace_id as "workspaceId", p.app_id as "appId", p.app_name as "appName",
  p.version_id as "versionId", p.version_name as "versionName", p.actor_name as "actorName",
  p.request_id as "requestId", p.outcome, p.message, p.url, p.branch, p.directory,
  p.commit_oid as "commitOid", p.error_code as "errorCode", p.error_step as "errorStep",
  ${iso('p.started_at')} as "startedAt", p.duration_ms as "durationMs"`;
