import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresOptions } from '../../mikro-orm.config.js';
import { openDatabase } from '../../src/database/database.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';
import { createGroup } from '../support/rest.js';
import { startService } from '../support/service.js';

/** A way to the database that can be cut and mended, as a network is. */
class Cable {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(private readonly target: { host: string; port: number }) {}

  get port(): number {
    return this.#port;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    this.#sockets.clear();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an outage of the database is told as one, and is over when it is over', async () => {
  const direct = new URL(database.url as string);
  const cable = new Cable({ host: direct.hostname, port: Number(direct.port) });
  await cable.mend();
  direct.port = String(cable.port);
  const orm = await MikroORM.init(postgresOptions(direct.href));
  const service = await startService({}, { ...database, orm });
  const tenant = await service.newTenant();

  expect((await service.request('/health/ready')).status).toBe(200);
  expect((await createGroup(service, tenant, { name: 'before' })).status).toBe(201);
  await cable.cut();
  const ready = await service.request('/health/ready');
  expect([ready.status, ready.json]).toEqual([503, { status: 'database unavailable' }]);
  expect((await service.request('/health/live')).json).toEqual({ status: 'live' });
  const during = await createGroup(service, tenant, { name: 'during' });
  expect([during.status, during.json.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(during.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:|terminated/);
  const users = () =>
    service.request('/api/scim/v2/Users', { headers: { Authorization: `Bearer ${tenant.tokens.scim}` } });
  const scim = await users();
  expect([scim.status, scim.headers.get('content-type')]).toEqual([503, 'application/scim+json']);
  expect(scim.json).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '503',
    detail: 'The database cannot be reached at the moment. Try again shortly.',
  });
  const graphql = await service.request('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': 'application/json' },
    body: '{"query":"{ workspaces { nodes { id } } }"}',
  });
  expect(graphql.json.errors[0].extensions.code).toBe('DATABASE_UNAVAILABLE');

  await cable.mend();
  expect((await createGroup(service, tenant, { name: 'after' })).status).toBe(201);
  expect((await users()).status).toBe(200);
  await service.close();
  await orm.close();
  await cable.cut();
});

test('a deadlock is run again, and both transactions succeed', async () => {
  const [one, two] = [openDatabase(database.orm.em), openDatabase(database.orm.em)];
  await one.rows(sql`create table crossing (id int primary key, passed int not null)`);
  await one.rows(sql`insert into crossing values (1, 0), (2, 0)`);
  let arrived = 0;
  let open: () => void = () => {};
  const bothHere = new Promise<void>((resolve) => {
    open = resolve;
  });
  const cross = (first: number, second: number) => async (connection: typeof one) => {
    await connection.rows(sql`update crossing set passed = passed + 1 where id = ${first}`);
    arrived += 1;
    if (arrived === 2) {
      open();
    }
    await bothHere;
    await connection.rows(sql`update crossing set passed = passed + 1 where id = ${second}`);
  };
  await Promise.all([one.transaction(cross(1, 2) as never), two.transaction(cross(2, 1) as never)]);
  // One of the two was broken off and ran again; the server may break off both, when both notice at once.
  expect(arrived).toBeGreaterThanOrEqual(3);
  expect(await one.rows(sql`select passed from crossing order by id`)).toEqual([
    { passed: 2 },
    { passed: 2 },
  ]);
  await one.rows(sql`drop table crossing`);
});
