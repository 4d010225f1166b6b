import type { IncomingHttpHeaders } from 'node:http';
import { badResponse, GitFailure } from './git-failure.js';

const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3600;
/** The longest name of DNS, with a port. */
const MAX_HOST = 260;

const TLS_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority.',
};
const OTHER_TLS_CODES = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|HOSTNAME_MISMATCH$)/;

/** What an error of Node's network layers means. */
export function failureOfNetworkError(error: unknown): GitFailure {
  if (error instanceof GitFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const tlsReason = TLS_REASONS[code];
  if (tlsReason) return GitFailure.of('GIT_TLS_FAILED', { reason: tlsReason }, error);
  if (OTHER_TLS_CODES.test(code)) {
    return GitFailure.of('GIT_TLS_FAILED', { reason: 'the TLS handshake failed.' }, error);
  }
  if (code.startsWith('HPE_')) return badResponse('it does not speak HTTP.', error);
  if (code === 'ETIMEDOUT') return GitFailure.of('GIT_TIMEOUT', {}, error);
  return GitFailure.of('GIT_UNREACHABLE', {}, error);
}

/** What a status other than 200 means; undefined for 200. Bodies of such answers are never looked at. */
export function failureOfStatus(
  status: number,
  headers: IncomingHttpHeaders,
  url: URL,
): GitFailure | undefined {
  switch (status) {
    case 200:
      return undefined;
    case 401:
    // Azure DevOps answers 203 with its sign-in page.
    case 203:
      return GitFailure.of('GIT_AUTH_FAILED', {});
    case 403:
      return GitFailure.of('GIT_FORBIDDEN', {});
    case 404:
    case 410:
      return GitFailure.of('GIT_REMOTE_NOT_FOUND', {});
    case 413:
      return GitFailure.of('GIT_TOO_LARGE', { reason: 'the push is larger than the server takes.' });
    case 429:
      return GitFailure.of('GIT_RATE_LIMITED', { retryAfterSeconds: retryAfter(headers['retry-after']) });
    default:
      return status >= 300 && status < 400
        ? GitFailure.of('GIT_REDIRECTED', { target: redirectHost(headers.location, url) })
        : badResponse(`it answered with status ${status}.`);
  }
}

function retryAfter(header: string | undefined): number {
  const seconds = /^\d{1,9}$/.test(header ?? '')
    ? Number(header)
    : (Date.parse(header ?? '') - Date.now()) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_SECONDS)
    : DEFAULT_RETRY_SECONDS;
}

/** The host of a redirect's target: all of it that may be shown. */
function redirectHost(location: string | undefined, url: URL): string {
  const target =
    location !== undefined && URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  const isHost = target !== undefined && target.host !== '' && target.host.length <= MAX_HOST;
  return isHost ? target.host : 'an address that is not a web address';
}
