import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { AppRecord } from './app-record.js';
import { type GitRepositoryRecord, gitRepositoryColumns } from './git-repository-record.js';

/** The repository of an app, or null where none is configured. */
export async function getGitRepository(
  context: Context,
  app: Pick<AppRecord, 'id' | 'workspaceId'>,
): Promise<GitRepositoryRecord | null> {
  const repository = await context.database.first(sql<GitRepositoryRecord>`
    select ${gitRepositoryColumns} from git_repositories r
    where r.app_id = ${app.id} and r.workspace_id = ${app.workspaceId}`);
  return repository ?? null;
}
