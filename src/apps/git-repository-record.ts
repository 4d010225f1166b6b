import { type RawBuilder, sql } from 'kysely';
import { iso } from '../database/sql.js';

/** A repository as every reader sees it; of its credentials only whether there are any. */
export interface GitRepositoryRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly username: string | null;
  readonly hasToken: boolean;
  readonly enabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of a GitRepositoryRecord, of `git_repositories` aliased `r`. */
export const gitRepositoryColumns: RawBuilder<GitRepositoryRecord> = sql`
  r.id, r.workspace_id as "workspaceId", r.app_id as "appId", r.url, r.branch, r.directory,
  r.author_name as "authorName", r.author_email as "authorEmail", r.username,
  r.sealed_token is not null as "hasToken", r.enabled,
  ${iso('r.created_at')} as "createdAt", ${iso('r.updated_at')} as "updatedAt"`;
