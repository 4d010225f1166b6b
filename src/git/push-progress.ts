import { createBreather } from './breather.js';
import type { PushProgress } from './git-port.js';

/** How many times a phase with many objects tells how far it is. */
const STEPS = 20;

/** Tells how far a push is, and lets other requests run meanwhile. */
export class ProgressReporter {
  readonly #breathe: () => Promise<void> | undefined;

  constructor(
    private readonly listener: ((progress: PushProgress) => void) | undefined,
    signal: AbortSignal,
  ) {
    this.#breathe = createBreather(signal);
  }

  /** Tells one step. */
  report(phase: PushProgress['phase'], done: number, total: number): void {
    this.listener?.({ phase, done, total });
  }

  /** A function to call as work of a size proceeds: it reports about twenty times. */
  phase(phase: PushProgress['phase'], total: number): (done: number) => Promise<void> | undefined {
    const step = Math.max(1, total / STEPS);
    let next = step;
    return (done) => {
      if (done >= next || done === total) {
        this.report(phase, done, total);
        while (next <= done) next += step;
      }
      return this.#breathe();
    };
  }
}
