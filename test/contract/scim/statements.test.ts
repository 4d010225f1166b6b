import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, ScimClient } from './client.js';
import { openScim, type ScimServer } from './server.js';

/** What a request costs in statements, authentication aside, with few rows and with many. */
let server: ScimServer;
let scim: ScimClient;
let small: Answer['body'];
let large: Answer['body'];
beforeAll(async () => {
  server = await openScim();
  scim = await server.workspace();
  await server.manyUsers(scim, 400);
  small = await scim.group('Small');
  large = await scim.group('Large');
  await server.sql(
    `insert into memberships (workspace_id, group_id, user_id, created_at)
     select workspace_id, '${large.id}', id, now() from users where workspace_id = '${server.workspaceId(scim)}'`,
  );
});
afterAll(() => server.close());

/** The look-ups of token and settings, which are remembered for a second and so come now and then. */
const REMEMBERED = /\bfrom tokens\b|^\s*select w\.provisioning from workspaces w\b/;

/** Counts the statements of a request, those look-ups aside. */
async function cost(request: () => Promise<Answer>, status = 200): Promise<number> {
  let answer: Answer | undefined;
  const statements = await server.service.count.during(async () => {
    answer = await request();
  });
  expect(answer?.status).toBe(status);
  return statements.filter((text) => !REMEMBERED.test(text)).length;
}

test('a read takes at most two', async () => {
  const { body } = await scim.get('/Users?count=1');
  expect(await cost(() => scim.get(`/Users/${body.Resources[0].id}`))).toBeLessThanOrEqual(2);
  expect(await cost(() => scim.get(`/Groups/${large.id}`))).toBeLessThanOrEqual(2);
  expect(await cost(() => scim.get(`/Groups/${large.id}?excludedAttributes=members`))).toBe(1);
});

test('a page takes at most three, whatever it holds', async () => {
  for (const path of [
    '/Users?count=1',
    '/Users?count=400&startIndex=2',
    '/Users?sortBy=userName&startIndex=399&count=1&filter=userName+co+%22many%22',
    '/Groups',
    '/Groups?filter=members+pr',
  ]) {
    expect(await cost(() => scim.get(path)), path).toBeLessThanOrEqual(3);
  }
});

test('adding and removing a member takes at most six, whatever the group holds', async () => {
  const users = await scim.get('/Users?count=2&startIndex=10');
  const { id } = await scim.user('new');
  for (const group of [small, large]) {
    const patch = (operation: object) => () =>
      scim.patch(`/Groups/${group.id}?attributes=displayName`, [operation]);
    const add = { op: 'add', path: 'members', value: [{ value: id }] };
    const remove = { op: 'remove', path: `members[value eq "${users.body.Resources[0].id}"]` };
    expect(await cost(patch(add))).toBeLessThanOrEqual(6);
    expect(await cost(patch(remove))).toBeLessThanOrEqual(6);
  }
});

test('what one statement can write takes no transaction', async () => {
  const { count } = server.service;
  const { transactions } = count;
  const post = (path: string, body: object) => async () =>
    expect((await scim.post(path, body)).status).toBe(201);
  const schema = (name: string) => ({ schemas: [`urn:ietf:params:scim:schemas:core:2.0:${name}`] });
  const emails = [{ value: 'one@example.com', type: 'work' }];
  for (const create of [
    post('/Users', { ...schema('User'), userName: 'one', emails }),
    post('/Groups', { ...schema('Group'), displayName: 'One' }),
  ]) {
    const statements = await count.during(create);
    expect(statements.filter((text) => /\binsert into\b/.test(text))).toHaveLength(1);
  }
  expect(count.transactions).toBe(transactions);
});

test('and leaves nothing when it fails, no entry in the audit trail either', async () => {
  const rows = async () =>
    server.sql(`select (select count(*)::int from audit_entries) as entries,
      (select count(*)::int from attribute_keys) as keys, (select count(*)::int from users) as users`);
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  await scim.post('/Users', { schemas, userName: 'taken' });
  const before = await rows();
  const again = await scim.post('/Users', {
    schemas,
    userName: 'Taken',
    emails: [{ value: 'x@example.com' }],
  });
  expect(again.status).toBe(409);
  expect(await rows()).toEqual(before);
});
