import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import type { VersionDefinition } from './version-definition.js';

/** A version; its definition, which may be large, is read only when it was asked for. */
export interface AppVersionRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A version with what it is made of. */
export interface FullAppVersionRecord extends AppVersionRecord {
  readonly definition: VersionDefinition;
}

/** The fields of a version, of an `app_versions` aliased `v`. */
export const appVersionFields: FieldColumns<FullAppVersionRecord> = {
  id: sql`v.id`,
  workspaceId: sql`v.workspace_id`,
  appId: sql`v.app_id`,
  name: sql`v.name`,
  definition: sql`v.definition`,
  createdAt: iso('v.created_at'),
};

const { definition: _, ...listed } = appVersionFields;

/** Every column of an AppVersionRecord. */
export const appVersionColumns: RawBuilder<AppVersionRecord> = allColumns<AppVersionRecord>(listed);
