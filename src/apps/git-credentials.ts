import { DomainError } from '../errors.js';
import type { GitCredentials } from '../git/git-port.js';
import type { Keyring } from '../git/keyring.js';
import { DEFAULT_USERNAME } from './git-settings.js';

/** Where a token is stored: sealed into it, so that no other row can use it. */
export function tokenPlace(repositoryId: string) {
  return { table: 'git_repositories', row: repositoryId, column: 'sealed_token' };
}

/** Seals a token for its row. Throws GIT_ENCRYPTION_UNAVAILABLE on an instance without a key. */
export function sealToken(keyring: Keyring, repositoryId: string, token: string): string {
  if (keyring.isEmpty) throw DomainError.of('GIT_ENCRYPTION_UNAVAILABLE', {});
  return keyring.seal(token, tokenPlace(repositoryId));
}

/** The credentials of a repository in the clear, if it has any. Throws GIT_CREDENTIALS_UNREADABLE. */
export function openCredentials(
  keyring: Keyring,
  repository: { readonly id: string; readonly username: string | null; readonly sealedToken: string | null },
): GitCredentials | undefined {
  if (repository.sealedToken === null) return undefined;
  const password = keyring.open(repository.sealedToken, tokenPlace(repository.id));
  if (password === undefined) throw DomainError.of('GIT_CREDENTIALS_UNREADABLE', {});
  return { username: repository.username ?? DEFAULT_USERNAME, password };
}
