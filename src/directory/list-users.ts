import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { countedRows } from './counted-rows.js';
import { type UserOrderField, userOrder, userWhere } from './user-list.js';
import { type UserRecord, userFields } from './user-record.js';

/** The same page of the users of each workspace, by workspace; one statement. */
export function listUsers(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<UserOrderField>,
): Promise<Map<string, Page<UserRecord>>> {
  return readPages(context.database, workspaceIds, input.page, {
    columns: someColumns(userFields, input.fields, ['id', 'workspaceId']),
    from: sql`from users u where u.workspace_id = ${PARENT}
      and ${inScope('u.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, userWhere)}`,
    id: 'u.id',
    order: orderOf(input.orderBy, userOrder),
    count: input.count ?? false,
    total: input.where ? undefined : countedRows(context, PARENT, 'users'),
  });
}
