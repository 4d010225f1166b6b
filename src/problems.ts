import type { z } from 'zod';
import type { Problem } from './errors.js';

/** Where a value stands in an input, in the notation of problems: `pages[0].components[3].id`. */
export function problemPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else path += path === '' ? String(segment) : `.${String(segment)}`;
  }
  return path;
}

/** What zod found, one problem each; an unknown key is a problem of its own that names the key. */
export function problemsOfIssues(
  issues: readonly z.core.$ZodIssue[],
  root: readonly PropertyKey[] = [],
): Problem[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: problemPath([...root, ...issue.path, key]),
          message: 'is not a known key',
        }))
      : [{ path: problemPath([...root, ...issue.path]), message: issue.message }],
  );
}
