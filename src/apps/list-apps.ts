import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { type AppOrderField, appOrder, appWhere } from './app-list.js';
import { type AppRecord, appFields } from './app-record.js';

/** The same page of the apps and workflows of each workspace, by workspace; one statement. */
export function listApps(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<AppOrderField>,
): Promise<Map<string, Page<AppRecord>>> {
  return readPages(context.database, workspaceIds, input.page, {
    columns: someColumns(appFields, input.fields, ['id', 'workspaceId']),
    from: sql`from apps a where a.workspace_id = ${PARENT}
      and ${inScope('a.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, appWhere)}`,
    id: 'a.id',
    order: orderOf(input.orderBy, appOrder),
    count: input.count ?? false,
  });
}
