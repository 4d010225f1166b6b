import { sql } from 'kysely';
import type { Context } from '../context.js';
import { inScope } from '../database/sql.js';
import { type GitRepositoryRecord, gitRepositoryColumns } from './git-repository-record.js';

/** The repositories of apps, by app; one statement. */
export async function getGitRepositories(
  context: Context,
  appIds: readonly string[],
): Promise<Map<string, GitRepositoryRecord>> {
  const rows = await context.database.rows(sql<GitRepositoryRecord>`
    select ${gitRepositoryColumns} from git_repositories r
    where r.app_id = any(${appIds}::uuid[]) and ${inScope('r.workspace_id', context.principal.workspaceId)}`);
  return new Map(rows.map((row) => [row.appId, row]));
}
