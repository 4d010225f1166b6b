import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { type GroupRecord, groupColumns } from './group-record.js';

/** One page of a workspace's groups, role groups included, in order of creation. */
export function listGroups(
  context: Context,
  workspaceId: string,
  page: PageInput,
): Promise<Page<GroupRecord>> {
  return readPage(context.database, page, {
    columns: groupColumns,
    from: sql`from groups g where g.workspace_id = ${workspaceId}`,
    id: 'g.id',
  });
}
