import type { Context as KoaContext } from 'koa';
import { DomainError } from '../../src/errors.js';

/** The end of a request that nobody waits for any more, or that has taken too long. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects with the signal's reason as soon as there is one. */
  race<Result>(work: Promise<Result>): Promise<Result>;
  /** Call it when the request was answered. */
  clear(): void;
}

/** Aborts when the connection closes before an answer was sent, and after `milliseconds` (0: never). */
export function deadlineOf(koa: KoaContext, milliseconds: number): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => {
    if (!koa.res.writableFinished) {
      controller.abort(DomainError.of('REQUEST_CANCELLED', {}));
    }
  };
  koa.res.once('close', cancel);
  const timer =
    milliseconds === 0
      ? undefined
      : setTimeout(() => controller.abort(DomainError.of('REQUEST_TIMEOUT', { milliseconds })), milliseconds);
  return {
    signal,
    async race(work) {
      let stop = () => {};
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([work, aborted]);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    clear() {
      clearTimeout(timer);
      koa.res.off('close', cancel);
    },
  };
}
