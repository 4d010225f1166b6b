import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type TokenRecord, tokenColumns } from './token-record.js';

/** Locks the row of a token that is about to change and gives it; throws TOKEN_NOT_FOUND. */
export async function lockToken(context: Context, connection: Connection, id: string): Promise<TokenRecord> {
  const token = isUuid(id)
    ? await connection.first(sql<TokenRecord>`
        select ${tokenColumns} from tokens t where t.id = ${id}
          and ${inScope('t.workspace_id', context.principal.workspaceId)} for update of t`)
    : undefined;
  if (!token) {
    throw DomainError.of('TOKEN_NOT_FOUND', { id });
  }
  return token;
}
