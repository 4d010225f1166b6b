import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { type AppRecord, appColumns } from './app-record.js';

/** One page of a workspace's apps and workflows, in order of creation. */
export function listApps(context: Context, workspaceId: string, page: PageInput): Promise<Page<AppRecord>> {
  return readPage(context.database, page, {
    columns: appColumns,
    from: sql`from apps a where a.workspace_id = ${workspaceId}`,
    id: 'a.id',
  });
}
