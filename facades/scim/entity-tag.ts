/**
 * Entity tags (RFC 7644 §3.14, RFC 9110 §8.8 and §13.1). A version of the domain becomes the weak tag
 * `W/"<version>"`; all comparisons are weak.
 */

/** The tag of a version, as in `ETag` and `meta.version`. */
export const entityTag = (version: string): string => `W/"${version}"`;

const TAG = /\s*(?:W\/)?"(?<opaque>[\x21\x23-\x7e\x80-\xff]*)"\s*(?:,|$)/gy;

/**
 * The opaque texts of an `If-Match` or `If-None-Match` header, or `['*']`; undefined without a header. Text
 * that is no list of tags gives an empty list: a condition that nothing meets.
 */
export function parseEntityTags(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.trim() === '*') return ['*'];
  const tags: string[] = [];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < header.length) {
    const opaque = TAG.exec(header)?.groups?.opaque;
    if (opaque === undefined) return [];
    tags.push(opaque);
  }
  return tags;
}

/** Whether a version is named by the list (weak comparison). */
export const matches = (tags: readonly string[], version: string): boolean =>
  tags.includes('*') || tags.includes(version);
