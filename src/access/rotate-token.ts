import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { DomainError, type Problem } from '../errors.js';
import { insertToken } from './issue-token.js';
import { lockToken } from './lock-token.js';
import type { TokenRecord } from './token-record.js';
import { newTokenSecret } from './token-secret.js';

/** How long the old token may go on working beside the new one. */
const MAX_OVERLAP_SECONDS = 7 * 24 * 3600;

export interface RotateTokenInput {
  readonly id: string;
  /** When the new token stops working; absent: it lives as long as the old one was meant to. */
  readonly expiresAt?: Date | undefined;
  /** How long the old token goes on working; 0 revokes it at once. */
  readonly overlapSeconds: number;
}

/** The new token with its secret, which is shown this once, and the old one as it is now. */
export interface RotatedToken {
  readonly token: TokenRecord;
  readonly secret: string;
  readonly previous: TokenRecord;
}

/**
 * Replaces a token by a new one of the same kind, name and binding. Throws VALIDATION_FAILED,
 * TOKEN_NOT_FOUND, and TOKEN_NOT_LIVE for one that is revoked or expired.
 */
export async function rotateToken(context: Context, input: RotateTokenInput): Promise<RotatedToken> {
  requireSound(context, input);
  const now = context.now();
  return context.database.transaction(async (connection) => {
    const old = await lockToken(context, connection, input.id);
    if (old.revokedAt !== null || (old.expiresAt !== null && new Date(old.expiresAt) <= now)) {
      throw DomainError.of('TOKEN_NOT_LIVE', { id: old.id });
    }
    const secret = newTokenSecret(old.kind);
    const token: TokenRecord = {
      ...old,
      id: context.newId(),
      createdAt: now.toISOString(),
      expiresAt: input.expiresAt?.toISOString() ?? sameLifetime(old, now),
      lastUsedAt: null,
    };
    const previous = retired(old, now, input.overlapSeconds);
    await insertToken(connection, token, secret);
    await connection.rows(sql`
      update tokens set expires_at = ${previous.expiresAt}, revoked_at = ${previous.revokedAt}
      where id = ${old.id}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: old.workspaceId,
        action: 'token.rotated',
        subject: { type: 'token', id: old.id, name: old.name },
        changes: { replacedBy: token.id, expiresAt: previous.expiresAt, revokedAt: previous.revokedAt },
        previous: { expiresAt: old.expiresAt, revokedAt: null },
      }),
    );
    return { token, secret, previous };
  });
}

function requireSound(context: Context, input: RotateTokenInput): void {
  const problems: Problem[] = [];
  if (input.expiresAt !== undefined && input.expiresAt <= context.now()) {
    problems.push({ path: 'expiresAt', message: 'must lie in the future' });
  }
  if (input.overlapSeconds < 0 || input.overlapSeconds > MAX_OVERLAP_SECONDS) {
    problems.push({ path: 'overlapSeconds', message: `must be from 0 to ${MAX_OVERLAP_SECONDS}` });
  }
  if (problems.length > 0) {
    throw DomainError.of('VALIDATION_FAILED', { problems });
  }
}

function sameLifetime(old: TokenRecord, now: Date): string | null {
  return old.expiresAt === null
    ? null
    : new Date(now.getTime() + Date.parse(old.expiresAt) - Date.parse(old.createdAt)).toISOString();
}

/** The old token works on until the overlap is over, but no longer than it would have anyway. */
function retired(old: TokenRecord, now: Date, overlapSeconds: number): TokenRecord {
  if (overlapSeconds === 0) {
    return { ...old, revokedAt: now.toISOString() };
  }
  const end = now.getTime() + overlapSeconds * 1000;
  const planned = old.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(old.expiresAt);
  return { ...old, expiresAt: new Date(Math.min(end, planned)).toISOString() };
}
