import { type RawBuilder, sql } from 'kysely';
import { iso } from '../database/sql.js';

/** A version as lists show it: everything but its definition, which may be large. */
export interface AppVersionRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The columns of an AppVersionRecord, of an `app_versions` aliased `v`. */
export const appVersionColumns: RawBuilder<AppVersionRecord> = sql`
  v.id, v.workspace_id as "workspaceId", v.app_id as "appId", v.name, ${iso('v.created_at')} as "createdAt"`;
