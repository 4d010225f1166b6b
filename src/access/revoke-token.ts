import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type TokenRecord, tokenColumns } from './token-record.js';

/**
 * Revokes a token for good; it stops working within a second. A token that is revoked already stays
 * as it is. Throws TOKEN_NOT_FOUND.
 */
export function revokeToken(context: Context, input: { readonly id: string }): Promise<TokenRecord> {
  return context.database.transaction(async (connection) => {
    const token = isUuid(input.id)
      ? await connection.first(sql<TokenRecord>`
          select ${tokenColumns} from tokens t where t.id = ${input.id}
            and ${inScope('t.workspace_id', context.principal.workspaceId)} for update of t`)
      : undefined;
    if (!token) {
      throw DomainError.of('TOKEN_NOT_FOUND', { id: input.id });
    }
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
