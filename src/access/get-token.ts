import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type TokenRecord, tokenFields } from './token-record.js';

/** The token of an id within the caller's scope, or null; one statement. */
export async function getToken(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<TokenRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await context.database.first(sql<TokenRecord>`
    select ${someColumns(tokenFields, input.fields, ['id', 'workspaceId'])} from tokens t
    where t.id = ${input.id} and ${inScope('t.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
