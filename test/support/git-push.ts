import { MANIFEST_PATH, manifestOwner, versionFiles } from '../../src/apps/version-files.js';
import { parseAllowedHosts } from '../../src/git/allowed-hosts.js';
import type { PushRequest } from '../../src/git/git-port.js';
import { type GitPortOptions, IsomorphicGitPort } from '../../src/git/isomorphic-git-port.js';
import { makeDefinition } from './definition.js';
import { serverCredentials } from './git-server.js';

/** A port that may reach one server of loopback by plain HTTP, as GIT_ALLOWED_HOSTS would let it. */
export function makePort(server: { host: string }, options: Partial<GitPortOptions> = {}): IsomorphicGitPort {
  return new IsomorphicGitPort({
    allowedHosts: allow(`http://${server.host}`),
    timeoutMs: 20_000,
    ...options,
  });
}

/** What GIT_ALLOWED_HOSTS would allow. */
export function allow(...entries: string[]): GitPortOptions['allowedHosts'] {
  const result = parseAllowedHosts(entries);
  if ('problems' in result) throw new Error(result.problems.join());
  return result.allowed;
}

/** A push of a small app, with whatever a test wants different. */
export function makeRequest(url: string, more: Partial<PushRequest> & { appId?: string } = {}): PushRequest {
  const { appId = 'app-1', ...rest } = more;
  return {
    remote: { url, credentials: serverCredentials },
    branch: 'main',
    directory: 'apps/orders',
    files: versionFiles({ id: appId, name: 'Orders' }, makeDefinition(20)),
    manifest: { path: MANIFEST_PATH, owner: appId, ownerOf: manifestOwner },
    message: 'Push Orders',
    author: { name: 'Ada', email: 'ada@example.com' },
    authoredAt: new Date('2026-01-01T00:00:00.000Z'),
    ...rest,
  };
}
