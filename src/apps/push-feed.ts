import type { PushProgress } from '../git/git-port.js';

/** What a push is doing; `failed` ends it as `done` does. */
export const pushPhases = [
  'resolve',
  'hash',
  'pack',
  'upload',
  'done',
  'failed',
] as const satisfies readonly (PushProgress['phase'] | 'failed')[];

/** A step of a push on its way to whoever watches the app. */
export interface PushStep extends Omit<PushProgress, 'phase'> {
  readonly pushId: string;
  readonly appId: string;
  readonly versionId: string;
  readonly phase: (typeof pushPhases)[number];
  /** Why it failed, as a code of the catalogue. */
  readonly errorCode: string | null;
}

/** A reader that does not keep up loses the oldest steps: only the latest ones are news. */
const MAX_WAITING = 200;

/** Carries the steps of running pushes to those who watch. */
export class PushFeed {
  readonly #watchers = new Map<string, Set<(step: PushStep) => void>>();
  readonly #stops = new Set<() => void>();

  /** `carry` takes the steps of this process to the other instances, where there may be any. */
  constructor(private readonly carry?: (step: PushStep) => void) {}

  /** Tells everybody who watches the app of a step of a push that this process runs. */
  publish(step: PushStep): void {
    this.deliver(step);
    this.carry?.(step);
  }

  /** Tells those who watch the app here. */
  deliver(step: PushStep): void {
    for (const tell of this.#watchers.get(step.appId) ?? []) tell(step);
  }

  /** Ends all watching, so that the streams of those who watch can end. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** The steps of an app's pushes from now on, without end, until the reader stops reading. */
  watch(appId: string): AsyncIterableIterator<PushStep> & { return(): Promise<IteratorResult<PushStep>> } {
    const waiting: PushStep[] = [];
    let wake: (() => void) | undefined;
    let over = false;
    const tell = (step: PushStep) => {
      waiting.push(step);
      if (waiting.length > MAX_WAITING) waiting.shift();
      wake?.();
    };
    const watchers = this.#watchers.get(appId) ?? new Set();
    this.#watchers.set(appId, watchers.add(tell));

    const stop = () => {
      over = true;
      watchers.delete(tell);
      if (watchers.size === 0 && this.#watchers.get(appId) === watchers) this.#watchers.delete(appId);
      this.#stops.delete(stop);
      wake?.();
    };
    this.#stops.add(stop);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        while (waiting.length === 0 && !over) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const value = over ? undefined : waiting.shift();
        return value ? { value, done: false } : { value: undefined, done: true };
      },
      async return() {
        stop();
        return { value: undefined, done: true };
      },
    };
  }
}
