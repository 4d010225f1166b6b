import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '../../src/directory/delete-user.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { seedUsers } from '../support/many-users.js';
import { codeOf, edit, equal, Provisioning } from '../support/provisioning.js';

/** Requests at the same moment, on a server with real concurrency. */

let directory: Directory;
let scim: Provisioning;
beforeAll(async () => {
  directory = await openDirectory();
  scim = await Provisioning.of(directory);
});
afterAll(() => directory.close());

const usersNamed = (prefix: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => scim.user(`${prefix}${index}`)));
const tally = (codes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(codes)].sort().map((code) => [code, codes.filter((other) => other === code).length]),
  );
const ofMember = (operation: 'ADD' | 'REMOVE', id: string) =>
  operation === 'ADD'
    ? edit('ADD', 'members', [{ value: id }])
    : edit('REMOVE', 'members', undefined, { where: equal('value', id) });

test('20 edits at once that add distinct members lose none, and the version counts them', async () => {
  const users = await usersNamed('adder', 20);
  const group = await scim.group('Adders');
  await Promise.all(users.map((id) => scim.edit('Group', group, [ofMember('ADD', id)])));
  expect(await scim.members(group)).toEqual(users.toSorted());
  expect((await scim.get('Group', group))?.version).toBe('21');
});

test('20 edits at once, half adding and half removing, end in the right set', async () => {
  const users = await usersNamed('mixed', 20);
  const group = await scim.group('Mixed', users.slice(0, 10));
  await Promise.all(
    users.map((id, index) => scim.edit('Group', group, [ofMember(index < 10 ? 'REMOVE' : 'ADD', id)])),
  );
  expect(await scim.members(group)).toEqual(users.slice(10).toSorted());
});

test('20 creates at once of one user name, spelled differently: exactly one wins', async () => {
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      codeOf(scim.create('User', { userName: index % 2 ? 'ONE@example.com' : 'ｏne@example.com' })),
    ),
  );
  expect(tally(codes)).toEqual({ USER_NAME_TAKEN: 19, none: 1 });
  expect((await scim.list({ type: 'User', where: equal('userName', 'one@example.com') })).totalCount).toBe(1);
});

test('20 renames at once to one group name: exactly one wins', async () => {
  const groups = await Promise.all(
    Array.from({ length: 20 }, (_, index) => scim.group(`Candidate ${index}`)),
  );
  const codes = await Promise.all(
    groups.map((id) => codeOf(scim.edit('Group', id, [edit('REPLACE', 'displayName', 'The name')]))),
  );
  expect(tally(codes)).toEqual({ GROUP_NAME_TAKEN: 19, none: 1 });
});

test('two writers who have seen the same version: exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await scim.user(`seen${round}`);
    const codes = await Promise.all(
      ['A', 'B'].map((title) =>
        codeOf(scim.edit('User', id, [edit('REPLACE', 'title', title)], { ifMatch: ['1'] })),
      ),
    );
    expect(tally(codes)).toEqual({ VERSION_MISMATCH: 1, none: 1 });
  }
});

test('an archived user who is created again by many at once is restored once', async () => {
  await scim.configure('okta');
  const id = await scim.user('returning', { active: false });
  const codes = await Promise.all(
    Array.from({ length: 10 }, () => codeOf(scim.create('User', { userName: 'returning', active: true }))),
  );
  expect(tally(codes)).toEqual({ USER_NAME_TAKEN: 9, none: 1 });
  expect((await scim.get('User', id))?.attributes.active).toBe(true);
  await scim.configure('standard');
});

test('groups that are nested into each other at once never form a circle', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [await scim.group(`Left ${round}`), await scim.group(`Right ${round}`)];
    const nest = (outer: string, inner: string) =>
      codeOf(scim.edit('Group', outer, [edit('ADD', 'members', [{ value: inner, type: 'Group' }])]));
    expect(tally(await Promise.all([nest(a, b), nest(b, a)]))).toEqual({ VALUE_INVALID: 1, none: 1 });
  }
});

test('users are deleted while their groups change: no deadlock comes through, nobody is left behind', async () => {
  const users = await usersNamed('leaver', 24);
  const groups = await Promise.all([1, 2, 3].map((n) => scim.group(`Leavers ${n}`, users.slice(0, 20))));
  const stayers = users.slice(20);
  const codes = await Promise.all([
    ...users.slice(0, 10).map((id) => codeOf(scim.delete('User', id))),
    ...users.slice(10, 20).map((id) => codeOf(deleteUser(directory.context(), { id }))),
    ...groups.flatMap((group) =>
      stayers.map((id) => codeOf(scim.edit('Group', group, [ofMember('ADD', id)]))),
    ),
    ...groups.map((group) => codeOf(scim.edit('Group', group, [ofMember('ADD', users[5] as string)]))),
  ]);
  // A member who is being deleted may be found missing; everything else succeeds.
  expect(codes.filter((code) => !['none', 'VALUE_INVALID'].includes(code))).toEqual([]);
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'none'));
  for (const group of groups) expect(await scim.members(group)).toEqual(stayers.toSorted());
});

test('a deadlock is broken by the server and the broken transaction runs again', async () => {
  const [first, second] = (await usersNamed('locked', 2)) as [string, string];
  const { database } = directory.context();
  let attempts = 0;
  const meet = barrier(2);
  const touch = (ids: readonly string[]) =>
    database.transaction(async (connection) => {
      attempts += 1;
      await connection.rows(sql`select id from users where id = ${ids[0]}::uuid for update`);
      // Both hold one row before either asks for the other's, in the first attempts.
      if (attempts <= 2) await meet();
      await connection.rows(sql`select id from users where id = ${ids[1]}::uuid for update`);
    });
  await Promise.all([touch([first, second]), touch([second, first])]);
  expect(attempts).toBe(3);
});

/** A place where so many parties wait for each other. */
function barrier(parties: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === parties) open();
    return opened;
  };
}

test('10,000 members are replaced in one request, and one more in a group of 100,000', async () => {
  const big = await Provisioning.of(directory);
  const sizes = { users: 100_001, members: 100_000, groups: 2 };
  const { groupId } = await seedUsers(directory.context(), big.workspaceId, sizes);
  const rows = await directory.context().database.rows(sql<{ id: string; isMember: boolean }>`
    select u.id, m.user_id is not null as "isMember" from users u left join memberships m on m.user_id = u.id
    where u.workspace_id = ${big.workspaceId}::uuid`);
  const outsider = rows.find(({ isMember }) => !isMember)?.id as string;
  const added = await big.edit('Group', groupId, [ofMember('ADD', outsider)], { minimal: true });
  expect(added).toMatchObject({ changed: true, resource: { version: '2' } });
  const wanted = rows.slice(0, 10_000).map(({ id }) => id);
  const replaced = await big.edit('Group', groupId, [
    edit(
      'REPLACE',
      'members',
      wanted.map((value) => ({ value })),
    ),
  ]);
  expect((replaced.resource.attributes.members as unknown[]).length).toBe(10_000);
  expect(await big.members(groupId)).toEqual(wanted.toSorted());
}, 120_000);
