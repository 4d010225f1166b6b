import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { type GitPushRecord, gitPushColumns } from './git-push-record.js';

/** One page of a workspace's push history, oldest first; of one app where an app is named. */
export function listGitPushes(
  context: Context,
  of: { readonly workspaceId: string; readonly appId?: string },
  page: PageInput,
): Promise<Page<GitPushRecord>> {
  const ofApp = of.appId === undefined ? sql`` : sql` and p.app_id = ${of.appId}`;
  return readPage(context.database, page, {
    columns: gitPushColumns,
    from: sql`from git_pushes p where p.workspace_id = ${of.workspaceId}${ofApp}`,
    id: 'p.id',
  });
}
