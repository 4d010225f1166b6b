import { post } from './call.js';
import type { Target } from './target.js';

interface Rotation {
  readonly data: {
    readonly rotateGitCredentials: { rotated: number; current: number; unreadable: number };
  };
}

/** Has every stored Git token encrypted with the newest key; gives the text to print. */
export async function rotateKeys(target: Target): Promise<string> {
  const answer = await post(target, '/graphql', `Bearer ${target.token}`, {
    query: 'mutation { rotateGitCredentials(input: {}) { rotated current unreadable } }',
  });
  const { rotated, current, unreadable } = (answer as Rotation).data.rotateGitCredentials;
  return [
    `Encrypted again with the newest key: ${rotated}. Already so: ${current}. Not readable with any key: ${unreadable}.`,
    unreadable === 0
      ? 'Older keys can be taken out of ENCRYPTION_KEYS once every instance runs with the newest one.'
      : 'Keep the older keys, or have the tokens that cannot be read entered again.',
    '',
  ].join('\n');
}
