import type { RefFilter } from './advertisement.js';
import { fetchTip, TipMovedError } from './fetch-tip.js';
import { GitFailure } from './git-failure.js';
import type { KnownTip } from './known-tip.js';
import { inStep, type PushState, refOf } from './push-state.js';
import type { Advertisement } from './remote-session.js';

/** What a push builds on. */
export interface Base {
  /** Where the branch stands; undefined for a branch that is to be created. */
  readonly tip: string | undefined;
  /** The commit to build on; undefined in an empty repository. */
  readonly known: KnownTip | undefined;
}

/** Asks the service that writes for its references, and the one that reads too where it will be needed. */
export async function discoverWriter(state: PushState): Promise<Advertisement> {
  const needsReader = !state.reader && !state.tips.get(state.tipKey);
  const [read, write] = await Promise.allSettled([
    needsReader ? inStep(state, 'clone', () => discoverReader(state)) : undefined,
    inStep(state, 'push', () => state.session.discover('git-receive-pack', state.signal)),
  ]);
  // A remote that refuses both is told as one that cannot be read.
  if (read.status === 'rejected') throw read.reason;
  if (write.status === 'rejected') throw write.reason;
  return write.value;
}

/** What the service that reads offers; asked once for all attempts. */
export async function discoverReader(state: PushState): Promise<Advertisement> {
  state.reader ??= await state.session.discover('git-upload-pack', state.signal);
  return state.reader;
}

/** The references that a push to a branch is about. */
export function mattersTo(branch: string): RefFilter {
  const ref = refOf(branch);
  return (other) => other === ref || other === 'HEAD' || collides(ref, other);
}

/** A branch `a` and a branch `a/b` cannot both exist. */
function collides(ref: string, other: string): boolean {
  return other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`);
}

/** Refuses a branch that the server could not make. */
export function checkCollision(state: PushState, refs: ReadonlyMap<string, string>): void {
  const ref = refOf(state.request.branch);
  for (const other of refs.keys()) {
    if (!collides(ref, other)) continue;
    throw GitFailure.of('GIT_BRANCH_INVALID', {
      branch: state.request.branch,
      reason: 'a branch whose name begins or continues this one exists, and Git allows only one of them.',
    });
  }
}

/** Finds the commit to build on; undefined when it moved on while it was read. */
export async function findBase(state: PushState, writer: Advertisement): Promise<Base | undefined> {
  const tip = writer.refs.get(refOf(state.request.branch));
  const remembered = state.tips.get(state.tipKey);
  if (tip !== undefined && remembered?.oid === tip) return { tip, known: remembered };
  const reader = await discoverReader(state);
  // A new branch starts from the default branch, as it would in a clone.
  const start = tip ?? reader.refs.get('HEAD');
  if (start === undefined) return { tip, known: undefined };
  try {
    return { tip, known: await fetchTip(state.session, reader, start, state.signal) };
  } catch (error) {
    if (!(error instanceof TipMovedError)) throw error;
    delete state.reader;
    return undefined;
  }
}
