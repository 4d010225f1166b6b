import { type RawBuilder, sql } from 'kysely';
import type { TokenKind } from '../context.js';
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

/** The columns of a TokenRecord, of a `tokens` aliased `t`. */
export const tokenColumns: RawBuilder<TokenRecord> = sql`
  t.id, t.kind, t.name, t.workspace_id as "workspaceId", t.user_id as "userId",
  ${iso('t.created_at')} as "createdAt", ${iso('t.expires_at')} as "expiresAt",
  ${iso('t.revoked_at')} as "revokedAt", ${iso('t.last_used_at')} as "lastUsedAt"`;
