import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/list.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const tables = async () => {
  const rows = await database.orm.em
    .getConnection()
    .execute(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
  return rows.map(({ name }) => name);
};

/** Columns, constraints, indexes, triggers and functions as the catalogue of the database spells them. */
const structure = () =>
  database.orm.em.getConnection().execute(`
    select table_name, column_name, data_type, is_nullable, collation_name, column_default
      from information_schema.columns where table_schema = 'public'
    union all
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '', ''
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select tablename, indexname, indexdef, '', '', '' from pg_indexes where schemaname = 'public'
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), '', '', '' from pg_trigger where not tgisinternal
    union all
    select 'function', proname, pg_get_functiondef(oid), '', '', ''
      from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3`);

test('the migrations make exactly what the entities describe', async () => {
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('they run back to nothing and forward to the same again', async () => {
  const before = await structure();
  await database.orm.migrator.down({ to: 0 });
  expect(await tables()).toEqual(['migrations']);
  expect((await structure()).filter(({ table_name }) => table_name === 'function')).toEqual([]);
  const ran = await database.orm.migrator.up();
  expect(ran.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  expect(await structure()).toEqual(before);
});

test('their names are in order', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
});
