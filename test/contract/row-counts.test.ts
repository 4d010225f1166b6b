import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { migrations } from '../../src/database/migrations/list.js';
import { configuredDevice, DEVICE, WARRANTY } from '../support/device-type.js';
import { GROUP, PLATFORM, type ScimClient, USER } from './scim/client.js';
import { openScim, type ScimServer } from './scim/server.js';

/**
 * Lists tell how long they are without counting: triggers keep the numbers. Whoever makes or deletes a
 * row, the numbers are those of `count(*)`. The seed is printed; set ROW_COUNT_SEED to run it again.
 */
const seed = Number(process.env.ROW_COUNT_SEED ?? Date.now() % 2 ** 31);
let server: ScimServer;
beforeAll(async () => {
  process.stdout.write(`row count seed ${seed}\n`);
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());

/** `workspace list type: number`, as the triggers keep it. */
const kept = () =>
  lines(
    `select workspace_id || ' ' || list || ' ' || type || ': ' || sum(total) as line from row_counts
     group by workspace_id, list, type having sum(total) <> 0`,
  );
/** The same, counted. */
const counted = () =>
  lines(
    `select workspace_id || ' users : ' || count(*) as line from users group by workspace_id
     union all select workspace_id || ' groups ' || type || ': ' || count(*) from groups group by workspace_id, type
     union all select workspace_id || ' provisioned_resources ' || type || ': ' || count(*)
     from provisioned_resources group by workspace_id, type`,
  );
const lines = async (statement: string) =>
  (await server.sql(statement)).map(({ line }) => String(line)).sort();

let made = 0;
/** A name that is new, or (now and then) one that is taken. */
const name = () => {
  made += made % 5 === 4 ? 0 : 1;
  return `name-${made}`;
};

/** REST and GraphQL refuse groups of a workspace that has no admin any more. */
const notAdmin = 'filter=userName+ne+%22admin%22';

/** Everything that makes or deletes a row that is counted; some of it is refused, as names are taken. */
const operations: Readonly<Record<string, (scim: ScimClient) => Promise<unknown>>> = {
  'SCIM creates a user': (scim) => scim.post('/Users', { schemas: [USER], userName: name() }),
  'SCIM creates a group': async (scim) => {
    const { body } = await scim.get('/Users?count=3');
    const members = body.Resources.map(({ id }: { id: string }) => ({ value: id }));
    return scim.post('/Groups', { schemas: [GROUP], displayName: name(), members });
  },
  'SCIM creates a group with an unknown member': (scim) =>
    scim.post('/Groups', { schemas: [GROUP], displayName: name(), members: [{ value: 'nobody' }] }),
  'SCIM creates a device': (scim) =>
    scim.post('/Devices', { schemas: [DEVICE], serialNumber: name(), [WARRANTY]: { contract: 'c' } }),
  'SCIM deletes something': async (scim) => {
    const { body } = await scim.get(`/?count=1&sortBy=meta.lastModified&${notAdmin}`);
    for (const { meta } of body.Resources) await scim.delete(new URL(meta.location).pathname.slice(12));
  },
  'GraphQL creates a user': (scim) => graphql('createUser', scim, { userName: name() }),
  'GraphQL creates a group': (scim) => graphql('createGroup', scim, { name: name() }),
  'GraphQL deletes a user': async (scim) => {
    const { body } = await scim.get(`/Users?count=1&${notAdmin}`);
    for (const { id } of body.Resources) await graphql('deleteUser', undefined, { id });
  },
  'GraphQL deletes a group': async (scim) => {
    const { body } = await scim.get('/Groups?count=1');
    for (const { id } of body.Resources) await graphql('deleteGroup', undefined, { id });
  },
  'REST creates a group': async (scim) => {
    const { status } = await server.service.request(`/api/ext/workspace/${server.workspaceId(scim)}/groups`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${await server.externalToken(scim)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: name() }),
    });
    expect([201, 409]).toContain(status);
  },
};

/** Runs a mutation; a name that is taken is no failure here. */
function graphql(mutation: string, scim: ScimClient | undefined, input: object): Promise<unknown> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const payload = mutation.endsWith('User') ? 'user' : 'group';
  const workspaceId = scim && server.workspaceId(scim);
  return server.service
    .graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { ${payload} { id } } }`, {
      input: { ...(workspaceId ? { workspaceId } : {}), ...input },
    })
    .catch((error: Error) => expect(error.message).toMatch(/NAME_TAKEN|NOT_FOUND/));
}

test('whoever makes or deletes rows, the lists tell what count(*) tells', async () => {
  const tenants = [await server.workspace(), await server.workspace()];
  for (const scim of tenants) await scim.user({ userName: 'admin', [PLATFORM]: { role: 'admin' } });
  const step = fc.record({ tenant: fc.nat(1), operation: fc.constantFrom(...Object.keys(operations)) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 15 }), async (steps) => {
      for (const { tenant, operation } of steps) await operations[operation]?.(tenants[tenant] as ScimClient);
      expect(await kept()).toEqual(await counted());
    }),
    { seed, numRuns: 8 },
  );
  for (const scim of tenants) {
    const [row] = await server.sql(
      `select (select count(*)::int from users where workspace_id = '${server.workspaceId(scim)}') as users,
         (select count(*)::int from groups where workspace_id = '${server.workspaceId(scim)}') as groups,
         (select count(*)::int from provisioned_resources
          where workspace_id = '${server.workspaceId(scim)}') as devices`,
    );
    const { users, groups, devices } = row as Record<string, number>;
    const customGroups = Number(groups) - 3;
    const totals = await Promise.all(
      ['/Users', '/Groups', '/Devices', '/'].map(
        async (path) => (await scim.get(`${path}?count=0`)).body.totalResults,
      ),
    );
    expect(totals).toEqual([users, customGroups, devices, Number(users) + customGroups + Number(devices)]);
    const { workspace } = await server.service.graphql(
      `query ($id: ID!) { workspace(id: $id) {
         users { totalCount } groups { totalCount } named: users(where: { userName: { ne: "" } }) { totalCount }
       } }`,
      { id: server.workspaceId(scim) },
    );
    expect(workspace).toEqual({
      users: { totalCount: users },
      groups: { totalCount: groups },
      named: { totalCount: users },
    });
  }
});

test('what is rolled back was never counted', async () => {
  const scim = await server.workspace();
  await scim.user('stays');
  const workspaceId = server.workspaceId(scim);
  const database = openDatabase(server.service.orm.em);
  const failed = database.transaction(async (connection) => {
    await connection.rows(sql`delete from users where workspace_id = ${workspaceId}`);
    await connection.rows(sql`delete from groups where workspace_id = ${workspaceId} and type = 'default'`);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow();
  expect(await kept()).toEqual(await counted());
  expect((await scim.get('/Users?count=0')).body.totalResults).toBe(1);
});

test('a workspace that is deleted takes its numbers with it', async () => {
  const scim = await server.workspace();
  await scim.group('G', [(await scim.user('u')).id]);
  const id = server.workspaceId(scim);
  await server.service.graphql(
    'mutation ($input: DeleteWorkspaceInput!) { deleteWorkspace(input: $input) { workspace { id } } }',
    { input: { id, name: 'Tenant' } },
  );
  expect(await server.sql(`select * from row_counts where workspace_id = '${id}'`)).toEqual([]);
  expect(await kept()).toEqual(await counted());
});

test('the migration counts the rows that are there', async () => {
  const scim = await server.workspace();
  await scim.user('before');
  await scim.post('/Devices', { schemas: [DEVICE], serialNumber: 'before', [WARRANTY]: { contract: 'c' } });
  const before = await kept();
  const { migrator } = server.service.orm;
  const index = migrations.findIndex((migration) => migration.name.endsWith('row-counts'));
  await migrator.down({ to: migrations[index - 1]?.name as string });
  await scim.user('meanwhile');
  await server.sql(`delete from users where user_name = 'meanwhile'`);
  await migrator.up();
  expect(await kept()).toEqual(before);
  await scim.user('after');
  expect(await kept()).toEqual(await counted());
});

test('a list without a filter looks at no more rows than it shows', async () => {
  const scim = await server.workspace();
  await server.manyUsers(scim, 300);
  await scim.get('/ResourceTypes');
  for (const path of ['/Users?count=10', '/Users?count=0', '/?count=10', '/Groups?count=1&startIndex=7']) {
    const { result, statements } = await server.statements(() => scim.get(path));
    expect(result.status).toBe(200);
    expect(statements.join('\n')).not.toMatch(/count\(/);
  }
  const filtered = await server.statements(() => scim.get('/Users?count=10&filter=active+eq+true'));
  expect(filtered.statements.join('\n')).toMatch(/count\(/);
  expect(filtered.result.body.totalResults).toBe(300);
});
