import { type RawBuilder, sql } from 'kysely';
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

/** The columns of an AppRecord, of an `apps` aliased `a`. */
export const appColumns: RawBuilder<AppRecord> = sql`
  a.id, a.workspace_id as "workspaceId", a.kind, a.name, a.slug,
  ${iso('a.created_at')} as "createdAt", ${iso('a.updated_at')} as "updatedAt"`;
