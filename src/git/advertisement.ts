import { badResponse } from './git-failure.js';
import { FLUSH, PacketReader, pktLine } from './pkt-line.js';

/** Which references a conversation is about. */
export type RefFilter = (ref: string) => boolean;

/** No push and no answer of ours needs more of them. */
const MAX_REFS = 10_000;
const REFERENCE = /^[0-9a-f]{40} (.+)$/;
/** The boundary of a repository that is itself shallow; a push does not look beyond the tip. */
const SHALLOW = /^shallow [0-9a-f]{40}$/;

/**
 * Checks every packet of an advertisement, since isomorphic-git takes one that is cut off, or damaged in the middle,
 * for a shorter one: an empty repository at worst. Of the references only those that matter are passed on to it.
 * Servers list every tag and pull request there ever was, and it reads a hundred thousand of them in one go, while
 * all other requests wait.
 */
export async function relevantAdvertisement(
  body: Buffer,
  matters: RefFilter,
  breathe: () => Promise<void> | undefined,
): Promise<Buffer> {
  const packets = new PacketReader(body);
  const kept: Buffer[] = [];
  let last: string | null = '';
  let isReference = false;
  while (!packets.atEnd) {
    last = packets.nextLine();
    if (last === null) {
      kept.push(FLUSH);
      continue;
    }
    if (last.startsWith('ERR ')) throw badResponse('it answered with an error packet.');
    if (!isReference || (kept.length < MAX_REFS && isRelevant(last, matters)))
      kept.push(pktLine(`${last}\n`));
    // The first reference carries the capabilities and is always kept; the lines before it are none.
    isReference ||= last.includes('\0');
    await breathe();
  }
  if (last !== null) throw badResponse('the answer was cut off.');
  return Buffer.concat(kept);
}

/** A line that is no reference is passed on as well, so that whoever reads it finds it damaged. */
function isRelevant(line: string, matters: RefFilter): boolean {
  const [, ref] = REFERENCE.exec(line) ?? [];
  return ref === undefined ? !SHALLOW.test(line) : matters(ref);
}
