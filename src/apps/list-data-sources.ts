import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { type DataSourceOrderField, dataSourceOrder, dataSourceWhere } from './app-list.js';
import { type DataSourceRecord, dataSourceFields } from './data-source-record.js';

/** The same page of the data sources of each workspace, by workspace; one statement. */
export function listDataSources(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<DataSourceOrderField>,
): Promise<Map<string, Page<DataSourceRecord>>> {
  return readPages(context.database, workspaceIds, input.page, {
    columns: someColumns(dataSourceFields, input.fields, ['id', 'workspaceId']),
    from: sql`from data_sources d where d.workspace_id = ${PARENT}
      and ${inScope('d.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, dataSourceWhere)}`,
    id: 'd.id',
    order: orderOf(input.orderBy, dataSourceOrder),
    count: input.count ?? false,
  });
}
