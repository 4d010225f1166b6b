import { post } from './call.js';
import { CliError } from './cli-error.js';
import type { Target } from './target.js';

interface Rotation {
  readonly data: {
    readonly rotateGitCredentials: { rotated: number; current: number; unreadable: number };
  };
}

/**
 * Has every stored Git token encrypted with the newest key; gives the text to print. Tokens that no key opens make
 * it fail, so that a script does not go on to drop the older keys.
 */
export async function rotateKeys(target: Target): Promise<string> {
  const answer = await post(target, '/graphql', `Bearer ${target.token}`, {
    query: 'mutation { rotateGitCredentials(input: {}) { rotated current unreadable } }',
  });
  const { rotated, current, unreadable } = (answer as Rotation).data.rotateGitCredentials;
  const counts = `Encrypted again with the newest key: ${rotated}. Already so: ${current}. Not readable with any key: ${unreadable}.`;
  if (unreadable > 0) {
    throw new CliError(
      `${counts}\nKeep the older keys and put the missing one back, or have these tokens entered again.`,
    );
  }
  return `${counts}\nOlder keys can be taken out of ENCRYPTION_KEYS once every instance runs with the newest one.\n`;
}
