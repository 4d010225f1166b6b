import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { type TokenRecord, tokenColumns } from './token-record.js';

/** One page of the tokens that the caller's scope holds, oldest first, revoked ones included. */
export function listTokens(
  context: Context,
  page: PageInput,
  workspaceId: string | null = context.principal.workspaceId,
): Promise<Page<TokenRecord>> {
  return readPage(context.database, page, {
    columns: tokenColumns,
    from: sql`from tokens t where ${inScope('t.workspace_id', workspaceId)}`,
    id: 't.id',
  });
}
