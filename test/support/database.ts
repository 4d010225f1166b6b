import { openAsBlob } from 'node:fs';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { pgliteOptions, postgresOptions } from '../../mikro-orm.config.js';
import { exclusivePGliteDialect, openPGlite } from '../../src/database/pglite-dialect.js';
import { databaseUrl } from './postgres-server.js';
import { StatementCount } from './statement-count.js';

export interface TestDatabase {
  readonly orm: MikroORM;
  readonly count: StatementCount;
  /** Of a server's database alone: for a second process or connection. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

let databases = 0;

/** A database of its own with every migration applied: on the server of the `postgres` project, else embedded. */
export function openTestDatabase(): Promise<TestDatabase> {
  return inject('postgres') ? onServer() : embedded();
}

async function onServer(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  databases += 1;
  const name = `rollcall_test_${process.pid}_${databases}`;
  const admin = await MikroORM.init(postgresOptions(url));
  await admin.em.getConnection().execute(`create database ${name} template ${template}`);
  const count = new StatementCount();
  const own = databaseUrl(url, name);
  const options = postgresOptions(own);
  const orm = await MikroORM.init({
    ...options,
    driverOptions: { ...options.driverOptions, onPoolCreated: (pool: Pool) => count.watchPool(pool) },
  });
  return {
    orm,
    count,
    url: own,
    async close() {
      await orm.close();
      await admin.em.getConnection().execute(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

async function embedded(): Promise<TestDatabase> {
  const snapshot = await openAsBlob(inject('pgliteSnapshot'));
  const count = new StatementCount();
  const dialect = exclusivePGliteDialect(async () =>
    count.watchPGlite(await openPGlite(undefined, snapshot)),
  );
  const orm = await MikroORM.init({ ...pgliteOptions(), driverOptions: () => dialect });
  return { orm, count, url: undefined, close: () => orm.close() };
}
