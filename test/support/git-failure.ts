import { expect } from 'vitest';
import { DomainError } from '../../src/errors.js';
import type { PushRequest } from '../../src/git/git-port.js';
import type { GitPortOptions } from '../../src/git/isomorphic-git-port.js';
import { makePort } from './git-push.js';
import { serverCredentials } from './git-server.js';

/** What a remote of a test says that must be shown nowhere. */
export const SECRET_TEXT = 'INTERNAL-TEXT-OF-THE-REMOTE';

/** The failure of a push; it must be one of ours and show nothing of the remote's text or of the credentials. */
export async function failureOf(
  target: { host: string },
  request: PushRequest,
  options: Partial<GitPortOptions> = {},
): Promise<DomainError> {
  const result = await makePort(target, options)
    .push(request)
    .catch((error: unknown) => error);
  if (!(result instanceof DomainError))
    throw new Error('the push did not fail as it should', { cause: result });
  const shown = JSON.stringify([result.message, result.params, result.extensions]);
  for (const secret of [
    SECRET_TEXT,
    serverCredentials.password,
    'Basic ',
    'git-receive-pack',
    'node_modules',
  ]) {
    expect(shown).not.toContain(secret);
  }
  return result;
}
