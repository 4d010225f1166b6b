import { createBreather } from './breather.js';
import { badResponse } from './git-failure.js';
import { type ObjectType, parseCommit } from './git-object.js';
import type { KnownTip } from './known-tip.js';
import { type PackContents, readPack } from './pack-reader.js';
import { FLUSH, PacketReader, pktLine } from './pkt-line.js';
import type { Advertisement, RemoteSession } from './remote-session.js';

/** Some servers answer only clients that name the capabilities of the git program. */
const CAPABILITIES = ['multi_ack_detailed', 'side-band-64k', 'ofs-delta', 'shallow', 'filter'];

/** The server no longer has the commit as a tip: somebody pushed in between. */
export class TipMovedError extends Error {}

/** Fetches a commit and all its trees, without the contents of files where the server can leave them out. */
export async function fetchTip(
  session: RemoteSession,
  server: Advertisement,
  oid: string,
  signal: AbortSignal,
): Promise<KnownTip> {
  const contents = await fetchObjects(session, server, { oid, depth: 1, wanted: ['commit', 'tree'] }, signal);
  const commit = contents.get(oid);
  if (commit?.type !== 'commit') throw badResponse('it sent another commit than the one asked for.');
  const trees = new Map<string, Buffer>();
  for (const [treeOid, { type, data }] of contents) if (type === 'tree') trees.set(treeOid, data);
  return { oid, facts: parseCommit(commit.data), trees, owners: new Map() };
}

/** Fetches one file's contents: alone where the server gives single objects, else with all files of the tip. */
export async function fetchBlob(
  session: RemoteSession,
  server: Advertisement,
  { tip, blob }: { tip: string; blob: string },
  signal: AbortSignal,
): Promise<Buffer> {
  const givesSingleObjects = ['allow-reachable-sha1-in-want', 'allow-any-sha1-in-want'].some((name) =>
    server.capabilities.has(name),
  );
  const want = givesSingleObjects ? { oid: blob } : { oid: tip, depth: 1 };
  const contents = await fetchObjects(session, server, { ...want, wanted: ['blob'] }, signal);
  const object = contents.get(blob);
  if (!object) throw badResponse('it left out a file that it was asked for.');
  return object.data;
}

async function fetchObjects(
  session: RemoteSession,
  server: Advertisement,
  want: { oid: string; depth?: number; wanted: readonly ObjectType[] },
  signal: AbortSignal,
): Promise<PackContents> {
  const used = CAPABILITIES.filter((name) => server.capabilities.has(name));
  const leavesBlobsOut = used.includes('filter') && !want.wanted.includes('blob');
  const body = [
    pktLine(`want ${want.oid} ${[...used, 'agent=git/rollcall'].join(' ')}\n`),
    ...(want.depth && used.includes('shallow') ? [pktLine(`deepen ${want.depth}\n`)] : []),
    ...(leavesBlobsOut ? [pktLine('filter blob:none\n')] : []),
    FLUSH,
    pktLine('done\n'),
  ];
  const answer = new PacketReader(
    await session.connect('git-upload-pack', [Buffer.concat(body)], { signal }),
  );
  skipToPack(answer);
  const pack = used.includes('side-band-64k') ? answer.restOfSideband() : answer.rest();
  return readPack(pack, new Set(want.wanted), createBreather(signal));
}

/** Reads the lines about shallow commits and the one that ends the negotiation. */
function skipToPack(answer: PacketReader): void {
  for (;;) {
    const line = answer.nextLine();
    if (line?.startsWith('ERR upload-pack: not our ref')) throw new TipMovedError();
    if (line?.startsWith('ERR ')) throw badResponse('it answered with an error packet.');
    if (line === 'NAK' || line?.startsWith('ACK ')) return;
  }
}
