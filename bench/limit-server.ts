import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa, { type Context } from 'koa';
import pg from 'pg';

/**
 * What PostgreSQL and Node allow: provisioning written by hand for the comparison, without validation,
 * tokens, tenancy, audit, filters, or anything else that a product needs. Koa, `pg`, prepared statements.
 * It answers just the requests that `provisioning-limit.ts` sends.
 */
export const LIMIT_SCHEMA = `
  create table users (id uuid primary key, user_name text not null, user_name_key text not null unique,
    display_name text, external_id text, emails jsonb not null, active boolean not null, version int not null,
    created_at timestamptz not null, updated_at timestamptz not null);
  create table groups (id uuid primary key, display_name text not null unique, version int not null,
    created_at timestamptz not null, updated_at timestamptz not null);
  create table memberships (group_id uuid not null references groups, user_id uuid not null references users,
    primary key (group_id, user_id));`;

const USER = `id, user_name, display_name, external_id, emails, active, version,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified`;
const GROUP = `id, display_name, version,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified`;

interface Row {
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string;
  readonly external_id: string;
  readonly emails: unknown;
  readonly active: boolean;
  readonly version: number;
  readonly created: string;
  readonly modified: string;
}

type Statement = readonly [name: string, text: string];

const statements = {
  user: ['user', `select ${USER} from users where id = $1`],
  byName: ['by-name', `select ${USER} from users where user_name_key = $1`],
  page: ['page', `select ${USER} from users order by id limit $1 offset $2`],
  count: ['count', 'select count(*)::int as total from users'],
  create: [
    'create',
    `insert into users values ($1, $2, $3, $4, $5, $6, true, 1, now(), now()) returning ${USER}`,
  ],
  active: [
    'active',
    `update users set active = $2, version = version + 1, updated_at = now() where id = $1 returning ${USER}`,
  ],
  createGroup: ['create-group', `insert into groups values ($1, $2, 1, now(), now()) returning ${GROUP}`],
  group: ['group', `select ${GROUP} from groups where id = $1`],
  addMember: ['add-member', 'insert into memberships values ($1, $2) on conflict do nothing'],
  removeMember: ['remove-member', 'delete from memberships where group_id = $1 and user_id = $2'],
  touch: ['touch', 'update groups set version = version + 1, updated_at = now() where id = $1'],
} satisfies Record<string, Statement>;

async function serve(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const rows = async (client: pg.Pool | pg.PoolClient, [name, text]: Statement, values: unknown[]) =>
    (await client.query<Row>({ name, text, values })).rows;
  const first = async (statement: Statement, values: unknown[]) =>
    (await rows(pool, statement, values))[0] as Row;

  async function inTransaction(steps: readonly (readonly [Statement, unknown[]])[]): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [statement, values] of steps) await rows(client, statement, values);
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  const handlers: Readonly<Record<string, (koa: Context, id: string) => Promise<void>>> = {
    'GET Users': async (koa, id) => {
      if (id) return send(koa, 200, user(await first(statements.user, [id])));
      const { filter, count = '100', startIndex = '1' } = koa.query as Record<string, string>;
      const name = filter && /"(.*)"/.exec(filter)?.[1];
      if (name !== undefined && name !== '') {
        const found = await rows(pool, statements.byName, [name.toLowerCase()]);
        return send(koa, 200, list(found.map(user), found.length));
      }
      const [page, [counted]] = await Promise.all([
        rows(pool, statements.page, [Number(count), Number(startIndex) - 1]),
        rows(pool, statements.count, []),
      ]);
      return send(koa, 200, list(page.map(user), (counted as unknown as { total: number }).total));
    },
    'POST Users': async (koa) => {
      const body = await read(koa);
      const values = [
        randomUUID(),
        body.userName,
        body.userName.toLowerCase(),
        body.displayName,
        body.externalId,
        JSON.stringify(body.emails),
      ];
      send(koa, 201, user(await first(statements.create, values)));
    },
    'PATCH Users': async (koa, id) => {
      const { Operations } = await read(koa);
      send(koa, 200, user(await first(statements.active, [id, Operations[0].value.active])));
    },
    'POST Groups': async (koa) => {
      const { displayName } = await read(koa);
      send(koa, 201, group(await first(statements.createGroup, [randomUUID(), displayName])));
    },
    'GET Groups': async (koa, id) => send(koa, 200, group(await first(statements.group, [id]))),
    'PATCH Groups': async (koa, id) => {
      const [edit] = (await read(koa)).Operations;
      const statement = edit.op === 'add' ? statements.addMember : statements.removeMember;
      const member = edit.op === 'add' ? edit.value[0].value : /"(.*)"/.exec(edit.path)?.[1];
      await inTransaction([
        [statement, [id, member]],
        [statements.touch, [id]],
      ]);
      koa.status = 204;
    },
  };

  const koa = new Koa();
  koa.use(async (context) => {
    const [, , , , resource, id = ''] = context.path.split('/');
    const handler = handlers[`${context.method} ${resource}`];
    if (handler) await handler(context, id);
  });
  const server = koa.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port });
  process.on('disconnect', () => process.exit());
}

// biome-ignore lint/suspicious/noExplicitAny: nothing is validated here; that is the point.
async function read(koa: Context): Promise<any> {
  const chunks: Buffer[] = [];
  for await (const chunk of koa.req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function send(koa: Context, status: number, body: object): void {
  koa.status = status;
  koa.set('Content-Type', 'application/scim+json');
  koa.body = JSON.stringify(body);
}

const list = (resources: object[], totalResults: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const meta = (row: Row, resourceType: string) => ({
  resourceType,
  created: row.created,
  lastModified: row.modified,
  version: `W/"${row.version}"`,
  location: `http://127.0.0.1/api/scim/v2/${resourceType}s/${row.id}`,
});

const user = (row: Row) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: row.id,
  userName: row.user_name,
  displayName: row.display_name,
  externalId: row.external_id,
  emails: row.emails,
  active: row.active,
  meta: meta(row, 'User'),
});

const group = (row: Row) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  id: row.id,
  displayName: row.display_name,
  meta: meta(row, 'Group'),
});

const [, , url] = process.argv;
if (url?.startsWith('postgresql:')) await serve(url);
