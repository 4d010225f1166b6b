import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { postgresOptions } from '../../mikro-orm.config.js';
import { databaseUrl } from '../support/postgres-server.js';
import { endPrograms, startProgram } from '../support/program.js';

const DATABASE = `rollcall_production_${process.pid}`;
const WORKSPACE_ID = '0199c0de-0000-7000-8000-000000000001';
const ADMIN_TOKEN = 'a'.repeat(40);

let server: MikroORM;
let env: Record<string, string>;
beforeAll(async () => {
  const { url } = inject('postgres');
  server = await MikroORM.init(postgresOptions(url));
  await server.em.getConnection().execute(`create database ${DATABASE}`);
  env = { DATABASE_URL: databaseUrl(url, DATABASE), WORKSPACE_ID, WORKSPACE_NAME: 'ACME', ADMIN_TOKEN };
});
afterEach(endPrograms);
afterAll(async () => {
  await server.em.getConnection().execute(`drop database ${DATABASE} with (force)`);
  await server.close();
});

async function graphql(url: string, query: string): Promise<unknown> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

test('a database without the migrations is refused, and nothing is done to it', async () => {
  const program = startProgram(env);
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/lacks \d+ migration\(s\).*MIGRATE=on/);
  expect(program.output()).not.toContain(ADMIN_TOKEN);
});

test('instances that start at once migrate once and make the first workspace once', async () => {
  const programs = [1, 2, 3].map(() => startProgram({ ...env, MIGRATE: 'on' }));
  const urls = await Promise.all(programs.map((program) => program.listening));
  for (const url of urls) {
    expect(
      await graphql(url, '{ workspaces { nodes { id name users { nodes { userName role } } } } }'),
    ).toEqual({
      data: {
        workspaces: {
          nodes: [
            { id: WORKSPACE_ID, name: 'ACME', users: { nodes: [{ userName: 'admin', role: 'ADMIN' }] } },
          ],
        },
      },
    });
  }
}, 60_000);

test('a second start needs no migration and keeps the workspace; nothing of the quickstart happens', async () => {
  const program = startProgram({ ...env, WORKSPACE_NAME: 'Renamed later' });
  const url = await program.listening;
  expect(
    await graphql(url, '{ workspaces { nodes { name apps { nodes { id } } tokens { nodes { id } } } } }'),
  ).toEqual({
    data: { workspaces: { nodes: [{ name: 'ACME', apps: { nodes: [] }, tokens: { nodes: [] } }] } },
  });
  expect(program.output()).not.toContain('curl');
});

test('a database that cannot be reached is told without its password', async () => {
  const program = startProgram({ DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/none' });
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('Rollcall could not start');
  expect(program.output()).not.toContain('hunter2');
});

test('SIGTERM lets a request in flight finish', async () => {
  const program = startProgram(env);
  const url = await program.listening;
  const lock = await MikroORM.init(postgresOptions(env.DATABASE_URL as string));
  let answer: Promise<unknown> | undefined;
  await lock.em.transactional(async (em) => {
    const inside = (statement: string) =>
      em.getConnection().execute(statement, [], 'all', em.getTransactionContext());
    await inside('lock table workspaces in access exclusive mode');
    answer = graphql(url, '{ workspaces { nodes { name } } }');
    // The request waits for the lock now: the server's own view of who waits says so.
    await expect
      .poll(() => inside(`select count(*)::int as n from pg_locks where not granted`), { timeout: 10_000 })
      .toEqual([{ n: 1 }]);
    program.child.kill('SIGTERM');
    await expect.poll(() => program.output(), { timeout: 10_000 }).toContain('"msg":"stopping"');
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
  expect(await answer).toEqual({ data: { workspaces: { nodes: [{ name: 'ACME' }] } } });
  expect(await program.ended).toBe(0);
  await lock.close();
}, 60_000);

test('a reader of the log who is stuck holds up neither requests nor the end', async () => {
  const program = startProgram(env);
  const url = await program.listening;
  program.child.stdout?.pause();
  // More lines than the pipe holds; the requests are answered all the same.
  const long = 'x'.repeat(4_000);
  for (let n = 0; n < 200; n += 1) {
    expect((await fetch(`${url}/${long}`)).status).toBe(404);
  }
  program.child.kill('SIGTERM');
  expect(await new Promise((done) => program.child.once('exit', done))).toBe(0);
  program.child.stdout?.resume();
}, 60_000);

test('a reader of the log who is gone changes nothing about the end either', async () => {
  const program = startProgram(env);
  const url = await program.listening;
  program.child.stdout?.destroy();
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain('EPIPE');
}, 60_000);
