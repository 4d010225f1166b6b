import { PGlite } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { type Dialect, PGliteDialect } from 'kysely';
import array from 'postgres-array';

/**
 * A Kysely dialect on an embedded PostgreSQL, which is opened by the first statement and only once:
 * MikroORM asks for the dialect more often than it connects, and two instances on one directory would
 * overwrite each other's work. Kysely lends its one connection to one statement or transaction at a time.
 */
export function exclusivePGliteDialect(open: () => Promise<PGlite>): Dialect {
  let pglite: Promise<PGlite> | undefined;
  return new PGliteDialect({
    pglite: () => {
      pglite ??= open();
      return pglite;
    },
  });
}

/** Opens PGlite with the type parsers that MikroORM expects of every PostgreSQL driver. */
export function openPGlite(dataDir: string | undefined, loadDataDir?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
    parsers: createPostgreSqlTypeParsers((text) => array.parse(text)),
  });
}
