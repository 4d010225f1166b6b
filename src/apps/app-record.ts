import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import type { AppKind } from './app.entity.js';

/** An app as every reader sees it; timestamps are ISO 8601 in UTC with milliseconds. */
export interface AppRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: AppKind;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The fields of an AppRecord, of an `apps` aliased `a`. */
export const appFields: FieldColumns<AppRecord> = {
  id: sql`a.id`,
  workspaceId: sql`a.workspace_id`,
  kind: sql`a.kind`,
  name: sql`a.name`,
  slug: sql`a.slug`,
  createdAt: iso('a.created_at'),
  updatedAt: iso('a.updated_at'),
};

/** Every column of an AppRecord. */
export const appColumns: RawBuilder<AppRecord> = allColumns(appFields);
