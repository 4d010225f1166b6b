import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context, TokenKind } from '../context.js';
import type { Connection } from '../database/database.js';
import { DomainError, type Problem } from '../errors.js';
import { parseName } from '../names.js';
import { isUuid } from '../uuid.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import type { TokenRecord } from './token-record.js';
import { newTokenSecret, tokenHash } from './token-secret.js';

export interface IssueTokenInput {
  readonly kind: TokenKind;
  readonly name: string;
  /** Required for kind `scim`; absent means the whole instance for the others. */
  readonly workspaceId?: string | undefined;
  /** Binds a `scim` token to a user of the workspace, for `/Me`. */
  readonly userId?: string | undefined;
  readonly expiresAt?: Date | undefined;
}

/** The token and its secret, which is shown this once and stored nowhere. */
export interface IssuedToken {
  readonly token: TokenRecord;
  readonly secret: string;
}

/**
 * Issues a token. Throws VALIDATION_FAILED, WORKSPACE_NOT_FOUND, USER_NOT_FOUND, and FORBIDDEN when the
 * token would reach further than the caller's own.
 */
export async function issueToken(context: Context, input: IssueTokenInput): Promise<IssuedToken> {
  const name = parseName(input.name, 'name');
  requireSound(context, input);
  if (input.workspaceId === undefined && context.principal.workspaceId !== null) {
    throw DomainError.of('FORBIDDEN', {
      reason: 'A token bound to a workspace cannot issue tokens for the whole instance.',
    });
  }
  const secret = newTokenSecret(input.kind);
  const token: TokenRecord = {
    id: context.newId(),
    kind: input.kind,
    name,
    workspaceId: input.workspaceId ?? null,
    userId: input.userId ?? null,
    createdAt: context.now().toISOString(),
    expiresAt: input.expiresAt?.toISOString() ?? null,
    revokedAt: null,
    lastUsedAt: null,
  };
  return context.database.transaction(async (connection) => {
    if (token.workspaceId !== null) {
      await requireWorkspace(context, connection, token.workspaceId);
    }
    if (token.userId !== null) {
      await requireActiveUser(connection, token.workspaceId, token.userId);
    }
    await insertToken(connection, token, secret);
    await connection.rows(
      auditEntry(context, {
        workspaceId: token.workspaceId,
        action: 'token.issued',
        subject: { type: 'token', id: token.id, name },
        changes: { kind: token.kind, userId: token.userId, expiresAt: token.expiresAt },
      }),
    );
    return { token, secret };
  });
}

/** Writes the row of a new token, which holds the hash of its secret alone. */
export async function insertToken(connection: Connection, token: TokenRecord, secret: string): Promise<void> {
  await connection.rows(sql`
    insert into tokens (id, workspace_id, user_id, kind, name, hash, created_at, expires_at)
    values (${token.id}, ${token.workspaceId}, ${token.userId}, ${token.kind}, ${token.name},
      ${tokenHash(secret)}, ${token.createdAt}, ${token.expiresAt})`);
}

function requireSound(context: Context, input: IssueTokenInput): void {
  const problems: Problem[] = [];
  if (input.kind === 'scim' && input.workspaceId === undefined) {
    problems.push({ path: 'workspaceId', message: 'is required for a token of kind scim' });
  }
  if (input.userId !== undefined && input.kind !== 'scim') {
    problems.push({ path: 'userId', message: 'can be given for a token of kind scim alone' });
  }
  if (input.expiresAt !== undefined && input.expiresAt <= context.now()) {
    problems.push({ path: 'expiresAt', message: 'must lie in the future' });
  }
  if (problems.length > 0) {
    throw DomainError.of('VALIDATION_FAILED', { problems });
  }
}

/** The lock makes an archiving that runs at the same time see the token, and revoke it. */
async function requireActiveUser(connection: Connection, workspaceId: string | null, id: string) {
  const user = isUuid(id)
    ? await connection.first(sql`
        select from users u
        where u.id = ${id} and u.workspace_id = ${workspaceId} and u.status = 'active' for share`)
    : undefined;
  if (!user) {
    throw DomainError.of('USER_NOT_FOUND', { id });
  }
}
