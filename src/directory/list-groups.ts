import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { countedRows } from './counted-rows.js';
import { type GroupOrderField, groupOrder, groupWhere } from './group-list.js';
import { type GroupRecord, groupFields } from './group-record.js';

/** The same page of the groups of each workspace, role groups included, by workspace; one statement. */
export function listGroups(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<GroupOrderField>,
): Promise<Map<string, Page<GroupRecord>>> {
  return readPages(context.database, workspaceIds, input.page, {
    columns: someColumns(groupFields, input.fields, ['id', 'workspaceId']),
    from: sql`from groups g where g.workspace_id = ${PARENT}
      and ${inScope('g.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, groupWhere)}`,
    id: 'g.id',
    order: orderOf(input.orderBy, groupOrder),
    count: input.count ?? false,
    total: input.where ? undefined : countedRows(context, PARENT, 'groups'),
  });
}
