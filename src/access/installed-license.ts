import { sql } from 'kysely';
import type { Database } from '../database/database.js';

/** How long a look-up may be trusted, so that each request does not cost a statement of its own. */
const CACHE_MS = 1_000;

/** The licence that was installed through GraphQL, looked up at most once a second. */
export class InstalledLicense {
  readonly #database: () => Database;
  #cached: { readonly at: number; readonly jws: Promise<string | undefined> } | undefined;

  constructor(database: () => Database) {
    this.#database = database;
  }

  jws(): Promise<string | undefined> {
    if (!this.#cached || performance.now() - this.#cached.at >= CACHE_MS) {
      const jws = this.#read();
      this.#cached = { at: performance.now(), jws };
      // A failed look-up is not kept: the next request asks again.
      jws.catch(() => {
        this.#cached = undefined;
      });
    }
    return this.#cached.jws;
  }

  async #read(): Promise<string | undefined> {
    const row = await this.#database().first(sql<{ jws: string }>`select jws from licenses where id = 1`);
    return row?.jws;
  }
}
