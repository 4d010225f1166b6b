import { GitFailure } from './git-failure.js';
import type { GitRemote, ProbeResult } from './git-port.js';
import type { GuardedHttp } from './guarded-http.js';
import { failureOfStatus } from './http-failure.js';
import { RemoteSession } from './remote-session.js';

const MAX_REDIRECTS = 3;
const DISCOVERY_PATH = '/info/refs';
const BRANCH_PREFIX = 'refs/heads/';

/**
 * Finds the URL at which a repository answers without a redirect, and whether the credentials may push there. Some
 * servers redirect a URL without ".git"; that is resolved here, once, so that pushes need not follow anything.
 */
export async function probeRemote(
  remote: GitRemote,
  http: GuardedHttp,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const url = await resolveUrl(remote.url.replace(/\/+$/, ''), http, signal);
  const isBranch = (ref: string) => ref.startsWith(BRANCH_PREFIX);
  const session = new RemoteSession({ ...remote, url }, http, isBranch);
  const { refs } = await session.discover('git-receive-pack', signal);
  const branches = [...refs.keys()].filter(isBranch).map((ref) => ref.slice(BRANCH_PREFIX.length));
  return { url, branches: branches.sort() };
}

// Credentials stay at home: a server that asks for them answers 401 here, and does not redirect.
async function resolveUrl(start: string, http: GuardedHttp, signal: AbortSignal): Promise<string> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const query = `${url}${DISCOVERY_PATH}?service=git-receive-pack`;
    const answer = await http.send({
      method: 'GET',
      url: query,
      headers: { 'user-agent': 'git/rollcall' },
      signal,
    });
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400) return url;
    const target =
      location !== undefined && URL.canParse(location, query) ? new URL(location, query) : undefined;
    const staysHome = target?.origin === new URL(url).origin && target.pathname.endsWith(DISCOVERY_PATH);
    if (!staysHome) throw failureOfStatus(answer.status, answer.headers, answer.url);
    url = `${target.origin}${target.pathname.slice(0, -DISCOVERY_PATH.length)}`;
  }
  throw GitFailure.of('GIT_REDIRECTED', { target: 'itself, without end' });
}
