import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder } from 'kysely';
import { isRetryable, toDomainError } from './driver-errors.js';

/** Where statements go: the pool, or the one transaction that is open. */
export interface Connection {
  /** Runs one statement and gives its rows. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** Runs one statement and gives its first row, if any. */
  first<Row>(statement: RawBuilder<Row>): Promise<Row | undefined>;
  /** An entity manager on the same connection, for operations on single entities. */
  readonly entities: EntityManager;
}

/** The database as the operations see it. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction; it commits when `work` resolves and leaves nothing behind when it
   * rejects. A deadlock or serialisation failure runs `work` again, at most three times in all.
   */
  transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** The same for what has to be written though the caller has left: what has happened outside already. */
  outlivingCaller(): Database;
}

const ATTEMPTS = 3;

class EntityManagerConnection implements Connection {
  readonly entities: EntityManager;
  readonly #kysely: Kysely<unknown>;
  readonly #signal: AbortSignal | undefined;

  constructor(entities: EntityManager, signal: AbortSignal | undefined) {
    this.entities = entities;
    this.#signal = signal;
    this.#kysely = entities.getKysely<unknown>() as Kysely<unknown>;
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    this.#signal?.throwIfAborted();
    try {
      return (await statement.execute(this.#kysely)).rows;
    } catch (error) {
      throw toDomainError(error);
    }
  }

  async first<Row>(statement: RawBuilder<Row>): Promise<Row | undefined> {
    return (await this.rows(statement))[0];
  }
}

/**
 * Gives a request its view of the database: a fresh identity map over the shared pool. Once the signal is
 * aborted, every further statement throws its reason, and a transaction that is open leaves nothing.
 */
export function openDatabase(root: EntityManager, signal?: AbortSignal): Database {
  const entities = root.fork();
  const pool = new EntityManagerConnection(entities, signal);
  return {
    entities,
    rows: (statement) => pool.rows(statement),
    first: (statement) => pool.first(statement),
    transaction: (work) => inTransaction(entities, signal, work),
    outlivingCaller: () => openDatabase(root),
  };
}

async function inTransaction<Result>(
  entities: EntityManager,
  signal: AbortSignal | undefined,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await entities.transactional((inner) =>
        work(new EntityManagerConnection(inner as EntityManager, signal)),
      );
    } catch (error) {
      if (attempt < ATTEMPTS && isRetryable(error)) {
        continue;
      }
      throw toDomainError(error);
    }
  }
}
