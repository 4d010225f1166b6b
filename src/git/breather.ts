import { setImmediate } from 'node:timers/promises';

const MAX_BLOCK_MS = 3;

/**
 * Lets other requests run in the middle of long work: `await breathe()` after each piece gives the event loop a
 * turn whenever more than 3 ms have passed, and stops the work once the signal is aborted.
 */
export function createBreather(signal: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await setImmediate();
    signal.throwIfAborted();
    since = performance.now();
  };
  return () => (performance.now() - since > MAX_BLOCK_MS ? pause() : undefined);
}
