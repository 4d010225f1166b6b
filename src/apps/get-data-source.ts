import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type DataSourceRecord, dataSourceFields } from './data-source-record.js';

/** The data source of an id within the caller's scope, or null; one statement. */
export async function getDataSource(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<DataSourceRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await context.database.first(sql<DataSourceRecord>`
    select ${someColumns(dataSourceFields, input.fields, ['id', 'workspaceId'])} from data_sources d
    where d.id = ${input.id} and ${inScope('d.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
