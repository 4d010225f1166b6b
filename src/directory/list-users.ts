import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { type UserRecord, userColumns } from './user-record.js';

/** One page of a workspace's users, in order of creation. */
export function listUsers(context: Context, workspaceId: string, page: PageInput): Promise<Page<UserRecord>> {
  return readPage(context.database, page, {
    columns: userColumns,
    from: sql`from users u where u.workspace_id = ${workspaceId}`,
    id: 'u.id',
  });
}
