import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
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

/** The fields of a DataSourceRecord, of a `data_sources` aliased `d`. */
export const dataSourceFields: FieldColumns<DataSourceRecord> = {
  id: sql`d.id`,
  workspaceId: sql`d.workspace_id`,
  name: sql`d.name`,
  kind: sql`d.kind`,
  createdAt: iso('d.created_at'),
  updatedAt: iso('d.updated_at'),
};

/** Every column of a DataSourceRecord. */
export const dataSourceColumns: RawBuilder<DataSourceRecord> = allColumns(dataSourceFields);
