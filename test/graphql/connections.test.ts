import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let [one, other]: Database[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  [one, other] = [openDatabase(database.orm.em), openDatabase(database.orm.em)];
  await one.rows(sql`create table notes (author text not null)`);
});
afterAll(() => database.close());

const note = (author: string) => sql`insert into notes values (${author})`;
const authors = async () =>
  (await (one as Database).rows(sql<{ author: string }>`select author from notes order by author`)).map(
    ({ author }) => author,
  );

test('a statement of one request never runs in the transaction of another', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const undone = (one as Database).transaction(async (connection) => {
    await connection.rows(note('undone'));
    begin();
    await gate;
    throw new Error('not today');
  });
  await begun;
  const outside = (other as Database).rows(note('outside'));
  const inside = (other as Database).transaction((connection) => connection.rows(note('another')));
  open();
  await expect(undone).rejects.toThrow('not today');
  await Promise.all([outside, inside]);
  expect(await authors()).toEqual(['another', 'outside']);
});

test('whoever leaves while it waits for a connection takes none with it', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  // As many as the pool has connections; the embedded database has one, for which the others wait.
  const busy = Array.from({ length: 10 }, () =>
    openDatabase(database.orm.em).transaction(async (connection) => {
      await connection.rows(sql`select 1`);
      begin();
      await gate;
    }),
  );
  await begun;
  const leaving = new AbortController();
  const left = openDatabase(database.orm.em, leaving.signal).rows(note('left'));
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  open();
  await Promise.all(busy);
  expect(await authors()).not.toContain('left');
  await Promise.all(Array.from({ length: 20 }, () => openDatabase(database.orm.em).rows(sql`select 1`)));
});
