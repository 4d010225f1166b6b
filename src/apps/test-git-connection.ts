import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { openCredentials } from './git-credentials.js';
import { type GitRepositoryRecord, gitRepositoryColumns } from './git-repository-record.js';

/** What a connection test found; `code` and `message` say why it failed. */
export interface GitConnectionResult {
  readonly ok: boolean;
  /** The URL at which the repository answers without a redirect. */
  readonly url: string | null;
  readonly branches: readonly string[];
  readonly code: string | null;
  readonly message: string | null;
}

/**
 * Tries whether an app's repository could be pushed to. Where the server redirects to the repository's real URL on
 * the same server, that URL is stored, since pushes follow no redirect. A failure is a result, not an error.
 */
export async function testGitConnection(
  context: Context,
  repository: GitRepositoryRecord,
): Promise<{ readonly repository: GitRepositoryRecord; readonly connection: GitConnectionResult }> {
  try {
    const { url, branches } = await probe(context, repository);
    const stored = url === repository.url ? repository : await storeUrl(context, repository, url);
    return { repository: stored, connection: { ok: true, url, branches, code: null, message: null } };
  } catch (error) {
    if (!(error instanceof DomainError) || !error.code.startsWith('GIT_')) throw error;
    const { code, message } = error;
    return { repository, connection: { ok: false, url: null, branches: [], code, message } };
  }
}

async function probe(context: Context, repository: GitRepositoryRecord) {
  const sealed = await context.database.first(sql<{ sealedToken: string | null }>`
    select sealed_token as "sealedToken" from git_repositories
    where id = ${repository.id} and workspace_id = ${repository.workspaceId}`);
  const credentials = openCredentials(context.keyring, {
    ...repository,
    sealedToken: sealed?.sealedToken ?? null,
  });
  return context.git.probe({ url: repository.url, credentials });
}

function storeUrl(
  context: Context,
  repository: GitRepositoryRecord,
  url: string,
): Promise<GitRepositoryRecord> {
  return context.database.transaction(async (connection) => {
    const changed = await connection.first(sql<GitRepositoryRecord>`
      update git_repositories r set url = ${url}, updated_at = ${context.now().toISOString()}
      where r.id = ${repository.id} and r.workspace_id = ${repository.workspaceId} and r.url = ${repository.url}
      returning ${gitRepositoryColumns}`);
    if (!changed) return repository;
    await connection.rows(
      auditEntry(context, {
        workspaceId: repository.workspaceId,
        action: 'git_repository.changed',
        subject: { type: 'git_repository', id: repository.id, name: null },
        changes: { url },
      }),
    );
    return changed;
  });
}
