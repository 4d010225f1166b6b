import { resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pgliteOptions, postgresOptions } from '../../mikro-orm.config.js';
import type { Config } from '../config.js';

/** Any number that no other program locks: it makes instances that start together migrate one by one. */
const MIGRATION_LOCK = 7_011_200_026;

/** Opens the database that the configuration names: a server, or PGlite in the data directory. */
export function openOrm(
  config: Pick<Config, 'databaseUrl' | 'prepareStatements' | 'dataDir'>,
): Promise<MikroORM> {
  return MikroORM.init(
    config.databaseUrl
      ? postgresOptions(config.databaseUrl.reveal(), config.prepareStatements)
      : pgliteOptions(resolve(config.dataDir, 'postgres')),
  );
}

/**
 * Runs every pending migration. On a server, instances that start together wait for each other; the
 * embedded database has one process and one connection, which a waiting transaction would keep.
 */
export async function migrate(orm: MikroORM, config: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (!config.databaseUrl) {
    await orm.migrator.up();
    return;
  }
  await orm.em.fork().transactional(async (entities) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(entities.getKysely());
    await orm.migrator.up();
  });
}

/** The names of the migrations that have not run. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await orm.migrator.getPending()).map((migration) => migration.name);
}
