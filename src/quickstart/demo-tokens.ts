import { sql } from 'kysely';
import { issueToken } from '../access/issue-token.js';
import { revokeToken } from '../access/revoke-token.js';
import type { Context, TokenKind } from '../context.js';

/** The name by which the demo's tokens are found again. */
export const DEMO_TOKEN_NAME = 'quickstart';

export interface DemoTokens {
  readonly externalApiToken: string;
  readonly scimToken: string;
  readonly adminToken: string;
}

/** Revokes the demo's tokens, if there are any, and issues one of each kind. */
export async function issueDemoTokens(context: Context, workspaceId: string): Promise<DemoTokens> {
  const live = await context.database.rows(sql<{ id: string }>`
    select id from tokens where name = ${DEMO_TOKEN_NAME} and revoked_at is null order by id`);
  for (const { id } of live) {
    await revokeToken(context, { id });
  }
  const issue = async (kind: TokenKind, bound?: string) =>
    (await issueToken(context, { kind, name: DEMO_TOKEN_NAME, workspaceId: bound })).secret;
  return {
    externalApiToken: await issue('external', workspaceId),
    scimToken: await issue('scim', workspaceId),
    adminToken: await issue('admin'),
  };
}
