import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf, type SortKey, textKey, timeKey } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPage, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere, type WhereFields } from '../database/where.js';
import { type TokenRecord, tokenFields } from './token-record.js';

/** What lists of tokens can be sorted by; ids are in order of creation. */
export type TokenOrderField = 'createdAt' | 'lastUsedAt' | 'name';

const order: Readonly<Record<TokenOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  lastUsedAt: timeKey('lastUsedAt', 't.last_used_at'),
  name: textKey('name', 't.name'),
};

const where: WhereFields = {
  id: { column: sql`t.id`, type: 'uuid' },
  kind: { column: sql`t.kind`, type: 'text' },
  name: { column: sql`t.name`, type: 'text' },
  workspaceId: { column: sql`t.workspace_id`, type: 'uuid' },
  userId: { column: sql`t.user_id`, type: 'uuid' },
  createdAt: { column: sql`t.created_at`, type: 'timestamptz' },
  expiresAt: { column: sql`t.expires_at`, type: 'timestamptz' },
  revokedAt: { column: sql`t.revoked_at`, type: 'timestamptz' },
  lastUsedAt: { column: sql`t.last_used_at`, type: 'timestamptz' },
};

/** One page of the tokens within the caller's scope, revoked ones included. */
export function listTokens(context: Context, input: ListInput<TokenOrderField>): Promise<Page<TokenRecord>> {
  return readPage(context.database, input.page, queryOf(context, input, sql`true`));
}

/** The same page of the tokens bound to each workspace, by workspace; one statement. */
export function listWorkspaceTokens(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<TokenOrderField>,
): Promise<Map<string, Page<TokenRecord>>> {
  const query = queryOf(context, input, sql`t.workspace_id = ${PARENT}`);
  return readPages(context.database, workspaceIds, input.page, query);
}

function queryOf(context: Context, input: ListInput<TokenOrderField>, bound: ReturnType<typeof sql>) {
  return {
    columns: someColumns(tokenFields, input.fields, ['id', 'workspaceId', 'userId']),
    from: sql`from tokens t where ${bound} and ${inScope('t.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, where)}`,
    id: 't.id',
    order: orderOf(input.orderBy, order),
    count: input.count ?? false,
  };
}
