import { type RawBuilder, sql } from 'kysely';
import type { TokenKind } from '../context.js';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';

/** A token as lists show it: never its secret or hash. Timestamps are ISO 8601 in UTC. */
export interface TokenRecord {
  readonly id: string;
  readonly kind: TokenKind;
  readonly name: string;
  /** Null for a token of the whole instance. */
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** To the minute, and up to a minute late. */
  readonly lastUsedAt: string | null;
}

/** The fields of a TokenRecord, of a `tokens` aliased `t`. */
export const tokenFields: FieldColumns<TokenRecord> = {
  id: sql`t.id`,
  kind: sql`t.kind`,
  name: sql`t.name`,
  workspaceId: sql`t.workspace_id`,
  userId: sql`t.user_id`,
  createdAt: iso('t.created_at'),
  expiresAt: iso('t.expires_at'),
  revokedAt: iso('t.revoked_at'),
  lastUsedAt: iso('t.last_used_at'),
};

/** Every column of a TokenRecord. */
export const tokenColumns: RawBuilder<TokenRecord> = allColumns(tokenFields);
