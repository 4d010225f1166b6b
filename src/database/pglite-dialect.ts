import { PGlite } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { type DatabaseConnection, type Dialect, PGliteDialect, PGliteDriver } from 'kysely';
import array from 'postgres-array';

/**
 * Kysely hands its one PGlite connection to everybody at once, so that a statement of one request
 * would run inside the open transaction of another. This driver lends it to one at a time.
 */
class ExclusivePGliteDriver extends PGliteDriver {
  readonly #waiting: (() => void)[] = [];
  #lent = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#lent) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#lent = true;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#lent = false;
    }
  }
}

/**
 * A Kysely dialect on an embedded PostgreSQL, which is opened by the first statement and only once:
 * MikroORM asks for the dialect more often than it connects, and two instances on one directory would
 * overwrite each other's work.
 */
export function exclusivePGliteDialect(open: () => Promise<PGlite>): Dialect {
  let pglite: Promise<PGlite> | undefined;
  const config = {
    pglite: () => {
      pglite ??= open();
      return pglite;
    },
  };
  const dialect = new PGliteDialect(config);
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new ExclusivePGliteDriver(config),
  };
}

/** Opens PGlite with the type parsers that MikroORM expects of every PostgreSQL driver. */
export function openPGlite(dataDir: string | undefined, loadDataDir?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
    parsers: createPostgreSqlTypeParsers((text) => array.parse(text)),
  });
}
