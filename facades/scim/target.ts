/** What a request path means to this facade. */
export type Target =
  | { readonly kind: 'elsewhere' }
  /** Another version of the protocol, such as `/api/scim/v1` (RFC 7644 §3.13). */
  | { readonly kind: 'otherVersion' }
  | { readonly kind: 'resource'; readonly segments: readonly string[] };

/**
 * Cuts a request path below the base path into its decoded segments. A trailing slash makes no difference; a
 * segment that cannot be decoded is nothing that exists.
 */
export function targetOf(path: string, basePath: string): Target {
  if (path !== basePath && !path.startsWith(`${basePath}/`)) {
    const family = /^(?<parent>.*)\/v\d+$/.exec(basePath)?.groups?.parent;
    const other =
      family !== undefined &&
      path.startsWith(`${family}/v`) &&
      /^\d+(?:\/|$)/.test(path.slice(family.length + 2));
    return { kind: other ? 'otherVersion' : 'elsewhere' };
  }
  const rest = path.slice(basePath.length + 1).replace(/\/$/, '');
  try {
    return { kind: 'resource', segments: rest.split('/').map(decodeURIComponent) };
  } catch {
    return { kind: 'resource', segments: ['', ''] };
  }
}
