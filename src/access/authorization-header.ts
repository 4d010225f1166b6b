/** The schemes of RFC 6750 and RFC 7617 that the facades accept. */
export type AuthorizationScheme = 'basic' | 'bearer';

const HEADER = /^(basic|bearer) +(\S+) *$/i;

/**
 * The tokens that an Authorization header may mean, most likely first; none for a malformed header.
 * `Basic` is followed by the token itself (interface §5) or by base64 of `user:token`, `:token` or
 * `token:` (RFC 7617); which of them it is, only the look-up can tell.
 */
export function candidateTokens(
  header: string | undefined,
  accepted: readonly AuthorizationScheme[],
): readonly string[] {
  const [, scheme, credentials] = HEADER.exec(header ?? '') ?? [];
  if (scheme === undefined || credentials === undefined) {
    return [];
  }
  if (!accepted.includes(scheme.toLowerCase() as AuthorizationScheme)) {
    return [];
  }
  return scheme.toLowerCase() === 'bearer' ? [credentials] : basicCandidates(credentials);
}

function basicCandidates(credentials: string): readonly string[] {
  const decoded = Buffer.from(credentials, 'base64').toString();
  const colon = decoded.indexOf(':');
  const parts = colon < 0 ? [] : [decoded.slice(colon + 1), decoded.slice(0, colon)];
  // The user's half counts as the token only when the password is empty.
  const fromPair = parts[0] === '' ? [parts[1] ?? ''] : parts.slice(0, 1);
  return [credentials, ...fromPair].filter((token) => token.trim() !== '');
}
