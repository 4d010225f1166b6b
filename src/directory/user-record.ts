import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import type { Role, UserStatus } from './user.entity.js';

/** A user as internal tools see it; timestamps are ISO 8601 in UTC with milliseconds. */
export interface UserRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly userName: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The fields of a UserRecord, of a `users` aliased `u`. */
export const userFields: FieldColumns<UserRecord> = {
  id: sql`u.id`,
  workspaceId: sql`u.workspace_id`,
  userName: sql`u.user_name`,
  displayName: sql`u.display_name`,
  role: sql`u.role`,
  status: sql`u.status`,
  createdAt: iso('u.created_at'),
  updatedAt: iso('u.updated_at'),
};

/** Every column of a UserRecord. */
export const userColumns: RawBuilder<UserRecord> = allColumns(userFields);
