import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import { isRetryable, toDomainError } from './driver-errors.js';
import { runStatement } from './run-statement.js';

/** Where statements go: the pool, or the one transaction that is open. */
export interface Connection {
  /** Runs one statement and gives its rows. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** Runs one statement and gives its first row, if any. */
  first<Row>(statement: RawBuilder<Row>): Promise<Row | undefined>;
}

/** The database as the operations see it. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction; it commits when `work` resolves and leaves nothing behind when it
   * rejects. A deadlock or serialisation failure runs `work` again, at most three times in all.
   */
  transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` that writes by one statement, which is a transaction of its own and spares the two round
   * trips that begin and end one. A deadlock runs `work` again, as for a transaction.
   */
  statement<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** The same for what has to be written though the caller has left: what has happened outside already. */
  outlivingCaller(): Database;
}

const ATTEMPTS = 3;

class SignalledConnection implements Connection {
  readonly #kysely: Kysely<unknown>;
  readonly #signal: AbortSignal | undefined;

  constructor(kysely: Kysely<unknown>, signal: AbortSignal | undefined) {
    this.#kysely = kysely;
    this.#signal = signal;
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    this.#signal?.throwIfAborted();
    try {
      return await runStatement(this.#kysely, statement, this.#signal);
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw toDomainError(error);
    }
  }

  async first<Row>(statement: RawBuilder<Row>): Promise<Row | undefined> {
    return (await this.rows(statement))[0];
  }
}

/**
 * Gives a request its view of the database, over the pool that MikroORM opened. Once the signal is aborted,
 * the statement that runs is broken off, every further one throws the signal's reason, and a transaction
 * that is open leaves nothing.
 */
export function openDatabase(entities: EntityManager, signal?: AbortSignal): Database {
  const kysely = entities.getKysely<unknown>() as Kysely<unknown>;
  const pool = new SignalledConnection(kysely, signal);
  return {
    rows: (statement) => pool.rows(statement),
    first: (statement) => pool.first(statement),
    transaction: (work) =>
      retried(signal, () =>
        kysely.transaction().execute(async (inner) => {
          const result = await work(new SignalledConnection(inner, signal));
          signal?.throwIfAborted();
          return result;
        }),
      ),
    statement: (work) => retried(signal, () => work(pool)),
    outlivingCaller: () => openDatabase(entities),
  };
}

async function retried<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (attempt < ATTEMPTS && isRetryable(error)) {
        continue;
      }
      throw toDomainError(error);
    }
  }
}
