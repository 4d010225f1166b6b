import { type RawBuilder, sql } from 'kysely';
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

/** The columns of a UserRecord, of a `users` aliased `u`. */
export const userColumns: RawBuilder<UserRecord> = sql`
  u.id, u.workspace_id as "workspaceId", u.user_name as "userName", u.display_name as "displayName",
  u.role, u.status, ${iso('u.created_at')} as "createdAt", ${iso('u.updated_at')} as "updatedAt"`;
