import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { type Database, openDatabase } from '../../src/database/database.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let database: TestDatabase;
let observer: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  observer = openDatabase(database.orm.em);
});
afterAll(() => database.close());

const TIMEOUT_MS = 1_500;

/** Which statements of this database wait for a lock that somebody else holds. */
async function waiting(): Promise<number> {
  const [row] = await observer.rows(sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
}

/** Looks again and again, without a pause, until so many wait; the time of the test bounds it. */
async function untilWaiting(expected: number): Promise<void> {
  while ((await waiting()) !== expected) {}
}

/** Keeps the row of a workspace locked while `work` runs. */
async function whileLocked(tenant: Tenant, work: () => Promise<void>): Promise<void> {
  await observer.transaction(async (connection) => {
    await connection.rows(sql`select from workspaces where id = ${tenant.id} for update`);
    await work();
  });
}

const rename = (service: Service, tenant: Tenant, init: RequestInit = {}) =>
  fetch(`${service.baseUrl}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${tenant.tokens.admin}`,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
    },
    body: JSON.stringify({
      query: `mutation { updateWorkspace(input: { id: "${tenant.id}", name: "late" }) { workspace { name } } }`,
    }),
    ...init,
  });

const nameOf = async (service: Service, tenant: Tenant) =>
  (await service.graphql(`{ workspace(id: "${tenant.id}") { name } }`)).workspace.name;

describe('a statement that waits for a lock', () => {
  let service: Service;
  let hasty: Service;
  beforeAll(async () => {
    service = await startService({}, database);
    const { graphql } = await loadConfig({});
    hasty = await startService({ graphql: { ...graphql, timeoutMs: TIMEOUT_MS } }, database);
  });
  afterAll(async () => {
    await service.close();
    await hasty.close();
  });

  test('is broken off when its caller leaves', async () => {
    const tenant = await service.newTenant();
    await whileLocked(tenant, async () => {
      const leaving = new AbortController();
      const asked = rename(service, tenant, { signal: leaving.signal });
      const left = expect(asked).rejects.toThrow('abort');
      await untilWaiting(1);
      leaving.abort();
      await left;
      await untilWaiting(0);
    });
    expect(await nameOf(service, tenant)).toBe('Tenant');
  });

  test.each(['application/graphql-response+json', 'text/event-stream'])(
    'is broken off when the time for an answer as %s is over',
    async (type) => {
      const tenant = await hasty.newTenant();
      const headers = {
        Authorization: `Bearer ${tenant.tokens.admin}`,
        'Content-Type': 'application/json',
        Accept: type,
      };
      await whileLocked(tenant, async () => {
        const asked = rename(hasty, tenant, { headers });
        await untilWaiting(1);
        const answer = await asked;
        expect(answer.status).toBe(504);
        expect(await answer.json()).toEqual({
          errors: [
            {
              message: `The request took longer than ${TIMEOUT_MS} ms and was given up.`,
              extensions: { code: 'REQUEST_TIMEOUT' },
            },
          ],
        });
        await untilWaiting(0);
      });
      expect(await nameOf(hasty, tenant)).toBe('Tenant');
    },
  );

  test('is told in the log by its code, and one whose caller left is no failure', () => {
    const told = [...service.log, ...hasty.log]
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.status === 504 || entry.msg !== 'request')
      .map(({ level, code, msg }) => ({ level, code, msg }));
    expect(told).toEqual([
      { level: 30, code: 'REQUEST_CANCELLED', msg: 'request' },
      { level: 50, code: 'REQUEST_TIMEOUT', msg: 'request' },
      { level: 50, code: 'REQUEST_TIMEOUT', msg: 'request' },
    ]);
  });
});

describe('the database of a caller who has left', () => {
  const over = new Error('over');

  test('breaks off what runs, in a transaction and outside, and gives the connection back unharmed', async () => {
    const leaving = new AbortController();
    const mine = openDatabase(database.orm.em, leaving.signal);
    const sleep = sql`select pg_sleep(600)`;
    const alone = mine.rows(sleep);
    const within = mine.transaction((connection) => connection.rows(sleep));
    const both = Promise.all([expect(alone).rejects.toThrow(over), expect(within).rejects.toThrow(over)]);
    const sleeping = () =>
      observer.rows(sql`select pid from pg_stat_activity where wait_event = 'PgSleep'
        and datname = current_database()`);
    while ((await sleeping()).length < 2) {}
    leaving.abort(over);
    await both;
    expect(await sleeping()).toEqual([]);
    await expect(mine.rows(sql`select 1`)).rejects.toThrow(over);
    // As many at once as the pool has connections: each of them is used.
    const after = await Promise.all(
      Array.from({ length: 10 }, () => observer.rows(sql`select pg_sleep(0.02), 1 as one`)),
    );
    expect(after.flat()).toHaveLength(10);
  });

  test('commits nothing whose last statement was over when it happened', async () => {
    const leaving = new AbortController();
    const mine = openDatabase(database.orm.em, leaving.signal);
    await observer.rows(sql`create table left_behind (id int)`);
    const work = mine.transaction(async (connection) => {
      await connection.rows(sql`insert into left_behind values (1)`);
      leaving.abort(over);
    });
    await expect(work).rejects.toThrow(over);
    expect(await observer.rows(sql`select from left_behind`)).toEqual([]);
    await mine
      .outlivingCaller()
      .transaction((connection) => connection.rows(sql`insert into left_behind values (2)`));
    expect(await observer.rows(sql`select id from left_behind`)).toEqual([{ id: 2 }]);
    await observer.rows(sql`drop table left_behind`);
  });
});
