import { badResponse, GitFailure } from './git-failure.js';
import { FLUSH, PacketReader, pktLine } from './pkt-line.js';
import type { Advertisement, RemoteSession } from './remote-session.js';

const NO_OID = '0'.repeat(40);
const CAPABILITIES = ['report-status', 'side-band-64k', 'quiet'];

/** The remote's words for "the branch is not where you think it is", whatever server says them. */
const LOST_RACE =
  /failed to (?:update|lock) ref|cannot lock ref|fetch first|non-fast-forward|stale info|already exists/;
/** The remote's words for a refusal, and ours; the rest of what it says is its own text and not shown. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/protected branch/, 'the branch is protected.'],
  [/hook declined/, 'a hook on the server declined it.'],
  [
    /hidden ref|prohibited|denied|not (?:allowed|permitted)/,
    'the server does not let this branch be changed.',
  ],
  [/currently checked out/, 'the branch is checked out on the server.'],
];

/** A change of one branch; without `from` the branch is created. */
export interface BranchUpdate {
  readonly branch: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly pack: readonly Buffer[];
}

/**
 * Sends a pack and moves the branch, if it still is where the update starts from: the remote compares and swaps.
 * False says that somebody else was faster.
 */
export async function sendPack(
  session: RemoteSession,
  server: Advertisement,
  update: BranchUpdate,
  exchange: { signal: AbortSignal; onSent?: (bytes: number) => void },
): Promise<boolean> {
  const used = CAPABILITIES.filter((name) => server.capabilities.has(name));
  const ref = `refs/heads/${update.branch}`;
  const command = `${update.from ?? NO_OID} ${update.to} ${ref}\0${[...used, 'agent=git/rollcall'].join(' ')}`;
  const head = Buffer.concat([pktLine(command), FLUSH]);
  const answer = await session.connect('git-receive-pack', [head, ...update.pack], exchange);
  // Every server of the last fifteen years reports; one that does not is asked where its branch is.
  if (!used.includes('report-status')) throw badResponse('it does not report the result of a push.');
  const outer = new PacketReader(answer);
  return readReport(used.includes('side-band-64k') ? new PacketReader(outer.restOfSideband()) : outer, ref);
}

function readReport(report: PacketReader, ref: string): boolean {
  const unpack = report.nextLine();
  if (!unpack?.startsWith('unpack ')) throw badResponse('the result of the push is missing.');
  // Whatever is said of the branch then, it does not hold what was sent.
  if (unpack !== 'unpack ok') throw rejected('it could not store the objects.');
  while (!report.atEnd) {
    const line = report.nextLine();
    if (line === `ok ${ref}`) return true;
    if (!line?.startsWith(`ng ${ref} `)) continue;
    const words = line.slice(`ng ${ref} `.length);
    if (LOST_RACE.test(words)) return false;
    throw rejected(REFUSALS.find(([pattern]) => pattern.test(words))?.[1] ?? 'it gave a reason of its own.');
  }
  throw badResponse('the result of the push is missing.');
}

function rejected(reason: string): GitFailure {
  return GitFailure.of('GIT_PUSH_REJECTED', { reason });
}
