import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { lockToken } from './lock-token.js';
import type { TokenRecord } from './token-record.js';

/**
 * Revokes a token for good; it stops working within a second. A token that is revoked already stays
 * as it is. Throws TOKEN_NOT_FOUND.
 */
export function revokeToken(context: Context, input: { readonly id: string }): Promise<TokenRecord> {
  return context.database.transaction(async (connection) => {
    const token = await lockToken(context, connection, input.id);
    if (token.revokedAt !== null) {
      return token;
    }
    const revokedAt = context.now().toISOString();
    await connection.rows(sql`update tokens set revoked_at = ${revokedAt} where id = ${token.id}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: token.workspaceId,
        action: 'token.revoked',
        subject: { type: 'token', id: token.id, name: token.name },
        changes: {},
      }),
    );
    return { ...token, revokedAt };
  });
}
