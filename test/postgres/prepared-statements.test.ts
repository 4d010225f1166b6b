import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresOptions } from '../../mikro-orm.config.js';
import { type Database, openDatabase } from '../../src/database/database.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let requests: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  requests = openDatabase(database.orm.em);
});
afterAll(() => database.close());

/** What the one connection that an idle pool lends again and again has prepared. */
async function prepared(part: string): Promise<number> {
  const [row] = await requests.rows(sql<{ total: number }>`
    select count(*)::int as total from pg_prepared_statements where statement like '%' || ${part} || '%'`);
  return row?.total ?? 0;
}

test('a statement that comes again is prepared once, and its values stay its own', async () => {
  for (let n = 1; n <= 5; n += 1) {
    expect(await requests.rows(sql<{ n: number }>`select ${n}::int as n -- often`)).toEqual([{ n }]);
  }
  expect(await prepared('-- often')).toBe(1);
});

test('statements without values, and those that come once or twice, are not', async () => {
  for (let n = 1; n <= 5; n += 1) await requests.rows(sql`select 1 -- bare`);
  for (let n = 1; n <= 2; n += 1) await requests.rows(sql`select ${n}::int -- rare`);
  expect([await prepared('-- bare'), await prepared('-- rare')]).toEqual([0, 0]);
});

test('however many texts come often, five hundred are prepared at most, and all are answered', async () => {
  for (let text = 0; text < 600; text += 1) {
    const statement = () => sql<{ n: number }>`select ${text}::int as n -- ${sql.raw(`many${text}`)}`;
    for (let n = 0; n < 3; n += 1) expect(await requests.rows(statement())).toEqual([{ n: text }]);
  }
  const [row] = await requests.rows(
    sql<{ total: number }>`select count(*)::int as total from pg_prepared_statements`,
  );
  expect(row?.total).toBe(500);
}, 60_000);

test('nothing is prepared where that is switched off', async () => {
  const orm = await MikroORM.init(postgresOptions(database.url as string, false));
  const plain = openDatabase(orm.em);
  for (let n = 1; n <= 5; n += 1) {
    expect(await plain.rows(sql<{ n: number }>`select ${n}::int as n -- plain`)).toEqual([{ n }]);
  }
  expect(await plain.rows(sql`select name from pg_prepared_statements`)).toEqual([]);
  await orm.close();
});
