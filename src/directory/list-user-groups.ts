import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { type GroupOrderField, groupOrder, groupWhere } from './group-list.js';
import { type GroupRecord, groupFields } from './group-record.js';

/**
 * Joins to a `users` aliased `u` every group it is in, as `g`: those it is a member of, and that of its
 * role, which is found by the name that it shares with the role.
 */
export const groupsOfUser = sql`
  cross join lateral (
    select m.group_id as id from memberships m where m.user_id = u.id
    union all
    select r.id from groups r where r.workspace_id = u.workspace_id and r.name_key = u.role and r.role = u.role
  ) mine join groups g on g.id = mine.id`;

/** The same page of the groups of each user, the group of its role included, by user; one statement. */
export function listUserGroups(
  context: Context,
  userIds: readonly string[],
  input: ListInput<GroupOrderField>,
): Promise<Map<string, Page<GroupRecord>>> {
  return readPages(context.database, userIds, input.page, {
    columns: someColumns(groupFields, input.fields, ['id', 'workspaceId']),
    from: sql`from users u ${groupsOfUser} where u.id = ${PARENT}
      and ${inScope('g.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, groupWhere)}`,
    id: 'g.id',
    order: orderOf(input.orderBy, groupOrder),
    count: input.count ?? false,
  });
}
