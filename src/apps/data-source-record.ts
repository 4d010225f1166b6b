import { type RawBuilder, sql } from 'kysely';
import { iso } from '../database/sql.js';

/** A data source as every reader sees it; timestamps are ISO 8601 in UTC with milliseconds. */
export interface DataSourceRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of a DataSourceRecord, of a `data_sources` aliased `d`. */
export const dataSourceColumns: RawBuilder<DataSourceRecord> = sql`
  d.id, d.workspace_id as "workspaceId", d.name, d.kind,
  ${iso('d.created_at')} as "createdAt", ${iso('d.updated_at')} as "updatedAt"`;
