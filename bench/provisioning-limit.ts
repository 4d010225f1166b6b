import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CompactSign, exportSPKI, generateKeyPair } from 'jose';
import pg from 'pg';
import { databaseUrl, startPostgres } from '../test/support/postgres-server.js';
import { LIMIT_SCHEMA } from './limit-server.js';

/**
 * Rollcall beside the limit: a server written by hand for just these requests, without any of what a
 * product needs. CPU microseconds per request of the server and of its database sessions (Linux counts
 * them in steps of 10 ms), eight requests at a time, both taking turns. Run it with "npm run bench:scim", followed by a part of the names to run just those.
 */
const USERS = 10_000;
const CONCURRENCY = 8;
const TURNS = 5;
/** The number of the first request that only warms up; no turn gets there. */
const WARM_UP = 9_000;
const WORKSPACE_ID = '0199c0de-0000-7000-8000-000000000001';
const TOKEN = 'bench-token-that-is-long-enough-0123456789';
const TICK_US = 10_000;

interface Side {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly database: pg.Client;
  readonly stop: () => Promise<unknown>;
  users: string[];
  groupId: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
const userBody = (n: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `User${n}@example.com`,
  displayName: `User ${n}`,
  externalId: `ext-${n}`,
  emails: [{ value: `user${n}@example.com`, type: 'work', primary: true }],
});
const groupBody = (displayName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName,
});
const filter = (text: string) => `/Users?filter=${encodeURIComponent(text)}`;
const at = (list: readonly string[], n: number) => list[n % list.length] as string;

/** What is asked, by the number of the request; and how often in one turn. */
const requests: readonly (readonly [string, number, (side: Side, n: number) => Call])[] = [
  ['get user', 1_000, (s, n) => ({ method: 'GET', path: `/Users/${at(s.users, n)}` })],
  [
    'userName eq, found',
    1_000,
    (_, n) => ({ method: 'GET', path: filter(`userName eq "user${n % USERS}@example.com"`) }),
  ],
  ['userName eq, nobody', 1_000, (_, n) => ({ method: 'GET', path: filter(`userName eq "nobody${n}"`) })],
  ['list of 100', 150, () => ({ method: 'GET', path: '/Users?count=100' })],
  ['create user', 500, (_, n) => ({ method: 'POST', path: '/Users', body: userBody(`new${n}`) })],
  [
    'PATCH active',
    500,
    (s, n) => ({
      method: 'PATCH',
      path: `/Users/${at(s.users, n)}`,
      body: patch({ op: 'replace', value: { active: false } }),
    }),
  ],
  ['create group', 500, (_, n) => ({ method: 'POST', path: '/Groups', body: groupBody(`Team ${n}`) })],
  [
    'group without members',
    1_000,
    (s) => ({ method: 'GET', path: `/Groups/${s.groupId}?excludedAttributes=members` }),
  ],
  [
    'remove a member of 10,000, 204',
    300,
    (s, n) => ({
      method: 'PATCH',
      path: `/Groups/${s.groupId}`,
      body: patch({ op: 'remove', path: `members[value eq "${at(s.users, n)}"]` }),
      headers: { Prefer: 'return=minimal' },
    }),
  ],
  [
    'add it again, 204',
    300,
    (s, n) => ({
      method: 'PATCH',
      path: `/Groups/${s.groupId}`,
      body: patch({ op: 'add', path: 'members', value: [{ value: at(s.users, n) }] }),
      headers: { Prefer: 'return=minimal' },
    }),
  ],
];

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

function send(side: Side, call: Call): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const body = call.body && JSON.stringify(call.body);
    const headers = {
      Authorization: `Bearer ${TOKEN}`,
      ...(body ? { 'Content-Type': 'application/scim+json', 'Content-Length': Buffer.byteLength(body) } : {}),
      ...call.headers,
    };
    const url = `${side.url}/api/scim/v2${call.path}`;
    request(url, { method: call.method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end(body);
  });
}

async function sendAll(
  side: Side,
  from: number,
  count: number,
  make: (side: Side, n: number) => Call,
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const call = make(side, next++);
      const { status, text } = await send(side, call);
      if (status >= 300 || status < 200) {
        throw new Error(`${side.name}: ${call.method} ${call.path} ${status} ${text.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** CPU of a process since its start, in microseconds (proc(5): fields 14 and 15 of stat). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

async function sessionsCpu(side: Side): Promise<number> {
  const { rows } = await side.database.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

interface Cost {
  server: number;
  database: number;
  requests: number;
  milliseconds: number;
}

async function measure(side: Side, run: () => Promise<void>, count: number, cost: Cost): Promise<void> {
  const before = { server: cpuOf(side.pid), database: await sessionsCpu(side), at: performance.now() };
  await run();
  cost.milliseconds += performance.now() - before.at;
  cost.server += cpuOf(side.pid) - before.server;
  cost.database += (await sessionsCpu(side)) - before.database;
  cost.requests += count;
}

async function startLimit(url: string): Promise<Side> {
  const database = await connect(url);
  await database.query(LIMIT_SCHEMA);
  const child = fork(fileURLToPath(new URL('limit-server.js', import.meta.url)), [url], {
    execArgv: [],
    env: { NODE_ENV: 'production' },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return newSide('limit', port, child, database);
}

async function startRollcall(url: string): Promise<Side> {
  const keys = await generateKeyPair('EdDSA', { extractable: true });
  const claims = { sub: 'Bench', plan: 'enterprise', features: ['SCIM'], exp: Date.UTC(2100, 0) / 1000 };
  const license = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(keys.privateKey);
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.js', import.meta.url))], {
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: url,
      MIGRATE: 'on',
      WORKSPACE_ID,
      SCIM_BEARER_TOKEN: TOKEN,
      LICENSE_KEY: license,
      LICENSE_PUBLIC_KEY: await exportSPKI(keys.publicKey),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => child.kill());
  const port = await portOf(child.stdout);
  return newSide('Rollcall', port, child, await connect(url));
}

/** Reads the log up to the line that names the port; the rest is only drained. */
async function portOf(log: Readable): Promise<number> {
  let text = '';
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const port = /"port":(\d+)[^\n]*"msg":"listening"/.exec(text)?.[1];
    if (port) {
      log.resume();
      return Number(port);
    }
  }
  throw new Error(`Rollcall ended before it listened:\n${text}`);
}

function newSide(name: string, port: number, child: ChildProcess, database: pg.Client): Side {
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
    await database.end();
  };
  const url = `http://127.0.0.1:${port}`;
  return { name, url, pid: child.pid as number, database, stop, users: [], groupId: '' };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** The same users on both sides, made through the protocol, and a group of all of them. */
async function seed(side: Side, addMembers: (side: Side) => Promise<unknown>): Promise<void> {
  await sendAll(side, 0, USERS, (_, n) => ({ method: 'POST', path: '/Users', body: userBody(String(n)) }));
  const { rows } = await side.database.query<{ id: string }>(
    `select id from users where user_name like 'User%' order by user_name`,
  );
  side.users = rows.map(({ id }) => id);
  const { text } = await send(side, { method: 'POST', path: '/Groups', body: groupBody('Everybody') });
  side.groupId = JSON.parse(text).id;
  await addMembers(side);
  await side.database.query('vacuum analyze');
}

const addBySql = (side: Side) =>
  side.database.query('insert into memberships select $1, id from users', [side.groupId]);
const addByPatch = (side: Side) =>
  send(side, {
    method: 'PATCH',
    path: `/Groups/${side.groupId}`,
    body: patch({ op: 'add', path: 'members', value: side.users.map((value) => ({ value })) }),
    headers: { Prefer: 'return=minimal' },
  });

const only = process.argv[2] ?? '';
const postgres = await startPostgres();
const admin = await connect(postgres.url);
for (const name of ['by_hand', 'rollcall']) await admin.query(`create database ${name}`);
const sides = [
  await startLimit(databaseUrl(postgres.url, 'by_hand')),
  await startRollcall(databaseUrl(postgres.url, 'rollcall')),
] as const;

console.log(
  `${'request, c = 8'.padEnd(30)}${sides.map(({ name }) => `${name}: server + database`.padStart(30)).join('')}   ratio of CPU   of time`,
);
await seed(sides[0], addBySql);
await seed(sides[1], addByPatch);
for (const [name, count, make] of requests.filter(([name]) => name.includes(only))) {
  const costs = sides.map((): Cost => ({ server: 0, database: 0, requests: 0, milliseconds: 0 }));
  const fewer = Math.ceil(count / 5);
  for (const side of sides) await sendAll(side, WARM_UP, fewer, make);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, side] of sides.entries()) {
      const run = () => sendAll(side, turn * count, count, make);
      await measure(side, run, count, costs[index] as Cost);
    }
  }
  const [limit, rollcall] = costs as [Cost, Cost];
  const shown = (cost: Cost) =>
    `${(cost.server / cost.requests).toFixed(0)} + ${(cost.database / cost.requests).toFixed(0)} µs`.padStart(
      30,
    );
  const cpu = (rollcall.server + rollcall.database) / (limit.server + limit.database);
  const time = rollcall.milliseconds / limit.milliseconds;
  console.log(
    `${name.padEnd(30)}${shown(limit)}${shown(rollcall)}${cpu.toFixed(2).padStart(15)}${time.toFixed(2).padStart(10)}`,
  );
}

agent.destroy();
for (const side of sides) await side.stop();
await admin.end();
await postgres.stop();
process.exit();
