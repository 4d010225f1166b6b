import type { DomainError } from '../errors.js';
import { placeFailure } from './git-failure.js';
import { type PushState, refOf } from './push-state.js';
import type { Advertisement } from './remote-session.js';
import { sendPack } from './send-pack.js';

/** Failures that leave open whether the remote did what it was asked to. */
const MAY_HAVE_ARRIVED: ReadonlySet<string> = new Set([
  'GIT_UNREACHABLE',
  'GIT_BAD_RESPONSE',
  'GIT_TIMEOUT',
  'GIT_TOO_LARGE',
]);

/**
 * Sends a commit and moves the branch to it. False says that the branch moved meanwhile: try again. Where no answer
 * comes, or none that can be read, the commit may have arrived all the same: the remote is asked once where its
 * branch stands.
 */
export async function deliverCommit(
  state: PushState,
  writer: Advertisement,
  update: { readonly from: string | undefined; readonly to: string; readonly pack: readonly Buffer[] },
): Promise<boolean> {
  const bytes = update.pack.reduce((sum, chunk) => sum + chunk.length, 0);
  const uploaded = state.progress.phase('upload', bytes);
  state.sent = update.to;
  try {
    return await sendPack(
      state.session,
      writer,
      { branch: state.request.branch, ...update },
      { signal: state.signal, onSent: (sent) => void uploaded(Math.min(sent, bytes)) },
    );
  } catch (error) {
    const failure = placeFailure(error, { host: state.host, step: 'push' }, state.signal);
    const present = MAY_HAVE_ARRIVED.has(failure.code) ? await askForTip(state) : undefined;
    if (present?.tip === update.to) return true;
    if (!present || state.signal.aborted) throw failure;
    if (present.tip !== update.from) return false;
    return forgiveOnce(state, failure);
  }
}

/** Where the branch stands now; undefined when that cannot be found out either. */
async function askForTip(state: PushState): Promise<{ tip: string | undefined } | undefined> {
  try {
    const { refs } = await state.session.discover('git-receive-pack', AbortSignal.timeout(state.recoveryMs));
    return { tip: refs.get(refOf(state.request.branch)) };
  } catch {
    return undefined;
  }
}

/** A kept connection may have been closed just when it was used again; that is worth one more attempt. */
function forgiveOnce(state: PushState, failure: DomainError): false {
  if (failure.code !== 'GIT_UNREACHABLE' || state.retriedBrokenSend) throw failure;
  state.retriedBrokenSend = true;
  return false;
}
