/** Lets one task at a time run for each key. It saves work within this process; correctness lies elsewhere. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs the task once all earlier ones of the key are over; an aborted signal ends the wait. */
  async run<Result>(key: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key);
    const { promise: over, resolve: release } = Promise.withResolvers<void>();
    const tail = Promise.all([before, over]).then(() => undefined);
    this.#tails.set(key, tail);
    try {
      if (before) await Promise.race([before, aborted(signal)]);
      return await task();
    } finally {
      release();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
