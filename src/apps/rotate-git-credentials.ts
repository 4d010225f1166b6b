import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { inScope, jsonRows } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import { tokenPlace } from './git-credentials.js';

export interface RotateGitCredentialsInput {
  /** All workspaces within reach of the caller without it. */
  readonly workspaceId?: string | null | undefined;
}

/** How many tokens were sealed with the newest key, how many had been, and how many no key opens. */
export interface RotationResult {
  readonly rotated: number;
  readonly current: number;
  readonly unreadable: number;
}

interface Sealed {
  readonly id: string;
  readonly sealedToken: string;
}

/**
 * Seals every stored Git token with the newest key, after which older keys can be dropped. Tokens that change
 * meanwhile are left to whoever changed them. Throws WORKSPACE_NOT_FOUND, and GIT_ENCRYPTION_UNAVAILABLE on an
 * instance without a key.
 */
export async function rotateGitCredentials(
  context: Context,
  input: RotateGitCredentialsInput,
): Promise<RotationResult> {
  const { keyring } = context;
  const workspaceId = input.workspaceId ?? context.principal.workspaceId;
  if (keyring.isEmpty) throw DomainError.of('GIT_ENCRYPTION_UNAVAILABLE', {});
  return context.database.transaction(async (connection) => {
    if (input.workspaceId) await requireWorkspace(context, connection, input.workspaceId);
    const all = await connection.rows(sql<Sealed>`
      select id, sealed_token as "sealedToken" from git_repositories
      where sealed_token is not null and ${inScope('workspace_id', workspaceId)} order by id`);
    const old = all.filter(({ sealedToken }) => !keyring.isCurrent(sealedToken));
    const resealed = old.flatMap(({ id, sealedToken }) => {
      const token = keyring.open(sealedToken, tokenPlace(id));
      return token === undefined
        ? []
        : [{ id, before: sealedToken, after: keyring.seal(token, tokenPlace(id)) }];
    });
    const changed = await connection.rows(sql`
      update git_repositories r set sealed_token = s.after
      from jsonb_to_recordset(${jsonRows(resealed)}) as s(id uuid, before text, after text)
      where r.id = s.id and r.sealed_token = s.before returning r.id`);
    const result = {
      rotated: changed.length,
      current: all.length - old.length,
      unreadable: old.length - resealed.length,
    };
    await connection.rows(
      auditEntry(context, {
        workspaceId,
        action: 'git_credentials.rotated',
        subject: { type: 'git_credentials', id: null, name: null },
        changes: { ...result, keyId: keyring.currentKeyId },
      }),
    );
    return result;
  });
}
