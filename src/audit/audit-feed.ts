import { sql } from 'kysely';
import type { Database } from '../database/database.js';
import { firstUuidAt } from '../uuid.js';

const POLL_MS = 500;
/**
 * Ids are made when a transaction writes and seen when it commits, by clocks of several instances: each
 * look goes back this far for entries that have turned up since.
 */
const OVERLAP_MS = 10_000;
const MOST_AT_ONCE = 1_000;

type Listener = (ids: readonly string[]) => void;

/**
 * Tells of audit entries as they are committed, by whichever instance. While anybody listens, one small
 * statement is run twice a second, however many listen; while nobody does, none.
 */
export class AuditFeed {
  readonly #database: () => Database;
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  /** Entry id → when it was first seen. */
  readonly #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #primed: Promise<void> | undefined;

  constructor(database: () => Database, report: (error: unknown) => void) {
    this.#database = database;
    this.#report = report;
  }

  /** The ids of entries that are committed from now on, a batch at a time, until the signal is aborted. */
  async watch(signal: AbortSignal): Promise<AsyncIterable<readonly string[]>> {
    const batches: (readonly string[])[] = [];
    let wake = () => {};
    const listener: Listener = (ids) => {
      batches.push(ids);
      wake();
    };
    await this.#add(listener);
    const stop = () => {
      this.#remove(listener);
      wake();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) {
      stop();
    }
    return (async function* () {
      try {
        while (!signal.aborted) {
          const batch = batches.shift();
          if (batch) {
            yield batch;
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        stop();
      }
    })();
  }

  /** Stops looking; whoever still listens hears nothing more. */
  close(): void {
    this.#listeners.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #add(listener: Listener): Promise<void> {
    this.#listeners.add(listener);
    this.#primed ??= this.#look().then(() => this.#schedule());
    try {
      await this.#primed;
    } catch (error) {
      this.#remove(listener);
      throw error;
    }
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#primed = undefined;
      this.#seen.clear();
    }
  }

  #schedule(): void {
    if (this.#listeners.size === 0) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      try {
        const fresh = await this.#look();
        if (fresh.length > 0) {
          for (const listener of this.#listeners) {
            listener(fresh);
          }
        }
      } catch (error) {
        this.#report(error);
      }
      this.#schedule();
    }, POLL_MS);
    this.#timer.unref();
  }

  /** The entries that were not seen before, oldest first. */
  async #look(): Promise<string[]> {
    const now = Date.now();
    const rows = await this.#database().rows(sql<{ id: string }>`
      select id from audit_entries where id >= ${firstUuidAt(new Date(now - OVERLAP_MS))}::uuid
        and not id = any(${[...this.#seen.keys()]}::uuid[])
      order by id limit ${MOST_AT_ONCE}`);
    for (const [id, at] of this.#seen) {
      if (at < now - 2 * OVERLAP_MS) {
        this.#seen.delete(id);
      }
    }
    for (const { id } of rows) {
      this.#seen.set(id, now);
    }
    return rows.map((row) => row.id);
  }
}
