import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';

/** A workspace as every reader sees it; timestamps are ISO 8601 in UTC with milliseconds. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The fields of a WorkspaceRecord, of a `workspaces` aliased `w`. */
export const workspaceFields: FieldColumns<WorkspaceRecord> = {
  id: sql`w.id`,
  name: sql`w.name`,
  createdAt: iso('w.created_at'),
  updatedAt: iso('w.updated_at'),
};

/** Every column of a WorkspaceRecord. */
export const workspaceColumns: RawBuilder<WorkspaceRecord> = allColumns(workspaceFields);
