import { createHash } from 'node:crypto';

const longest = 200;

/**
 * A key that fits into an index row, which holds at most some 2,700 bytes: a long one is cut and ends
 * in the hash of the whole.
 */
export function indexKey(key: string): string {
  if (key.length <= longest) return key;
  return `${key.slice(0, longest).toWellFormed()}#${createHash('sha256').update(key).digest('hex')}`;
}
