import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import type { GroupRecord } from './group-record.js';
import { type UserOrderField, userOrder, userWhere } from './user-list.js';
import { type UserRecord, userFields } from './user-record.js';

/**
 * The same page of the members of each group, by group; those of a role group are the users who have the
 * role. One statement for custom groups and one for role groups.
 */
export async function listGroupMembers(
  context: Context,
  groups: readonly Pick<GroupRecord, 'id' | 'type'>[],
  input: ListInput<UserOrderField>,
): Promise<Map<string, Page<UserRecord>>> {
  const read = (type: GroupRecord['type'], source: ReturnType<typeof sql>) =>
    readPages(
      context.database,
      groups.filter((group) => group.type === type).map((group) => group.id),
      input.page,
      {
        columns: someColumns(userFields, input.fields, ['id', 'workspaceId']),
        from: sql`${source} and ${inScope('u.workspace_id', context.principal.workspaceId)}
          and ${compileWhere(input.where, userWhere)}`,
        id: 'u.id',
        order: orderOf(input.orderBy, userOrder),
        count: input.count ?? false,
      },
    );
  const custom = await read(
    'custom',
    sql`from memberships m join users u on u.id = m.user_id where m.group_id = ${PARENT}`,
  );
  const standing = await read(
    'default',
    sql`from groups g join users u on u.workspace_id = g.workspace_id and u.role = g.role
      where g.id = ${PARENT}`,
  );
  return new Map([...custom, ...standing]);
}
