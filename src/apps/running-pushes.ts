/**
 * The pushes that are under way in this process. One that has begun is finished and recorded, also when its caller
 * has left or the service is told to stop.
 */
export class RunningPushes {
  readonly #running = new Set<Promise<unknown>>();

  /** Counts a push until it has ended, however it ends. */
  async track<Result>(push: Promise<Result>): Promise<Result> {
    this.#running.add(push);
    try {
      return await push;
    } finally {
      this.#running.delete(push);
    }
  }

  /** Resolves when none is under way; each of them has a deadline of its own. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
