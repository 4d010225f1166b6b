import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import type { GroupRecord } from './group-record.js';
import { type UserRecord, userColumns } from './user-record.js';

/** One page of a group's members; those of a role group are the users who have the role. */
export function listGroupMembers(
  context: Context,
  group: Pick<GroupRecord, 'id' | 'workspaceId' | 'type' | 'name'>,
  page: PageInput,
): Promise<Page<UserRecord>> {
  const from =
    group.type === 'default'
      ? sql`from users u where u.workspace_id = ${group.workspaceId} and u.role = ${group.name}`
      : sql`from memberships m join users u on u.id = m.user_id
            where m.group_id = ${group.id} and m.workspace_id = ${group.workspaceId}`;
  return readPage(context.database, page, { columns: userColumns, from, id: 'u.id' });
}
