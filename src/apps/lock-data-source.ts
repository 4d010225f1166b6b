import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type DataSourceRecord, dataSourceColumns } from './data-source-record.js';

/** Locks the row of a data source that is about to change and gives it; throws DATA_SOURCE_NOT_FOUND. */
export async function lockDataSource(
  context: Context,
  connection: Connection,
  id: string,
): Promise<DataSourceRecord> {
  const source = isUuid(id)
    ? await connection.first(sql<DataSourceRecord>`
        select ${dataSourceColumns} from data_sources d where d.id = ${id}
          and ${inScope('d.workspace_id', context.principal.workspaceId)} for update of d`)
    : undefined;
  if (!source) {
    throw DomainError.of('DATA_SOURCE_NOT_FOUND', { id });
  }
  return source;
}
