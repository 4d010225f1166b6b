import { type RawBuilder, sql } from 'kysely';
import { iso } from '../database/sql.js';

/** A workspace as every reader sees it; timestamps are ISO 8601 in UTC with milliseconds. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of a WorkspaceRecord, of a `workspaces` aliased `w`. */
export const workspaceColumns: RawBuilder<WorkspaceRecord> = sql`
  w.id, w.name, ${iso('w.created_at')} as "createdAt", ${iso('w.updated_at')} as "updatedAt"`;
