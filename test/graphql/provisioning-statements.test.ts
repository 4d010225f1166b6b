import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Directory, openDirectory } from '../support/directory.js';
import { ENTERPRISE, edit, equal, Provisioning } from '../support/provisioning.js';

/** What each operation costs in statements, BEGIN and COMMIT aside, whatever the sizes. */

let directory: Directory;
let scim: Provisioning;
let users: string[];
let group: string;
beforeAll(async () => {
  directory = await openDirectory();
  scim = await Provisioning.of(directory);
  const boss = await scim.user('boss');
  users = [];
  for (let index = 0; index < 60; index += 1) {
    users.push(await scim.user(`user${index}`, { [ENTERPRISE]: { manager: { value: boss } } }));
  }
  group = await scim.group('Everybody', users.slice(0, 50));
}, 60_000);
afterAll(() => directory.close());

const count = async (work: () => Promise<unknown>) => (await directory.count.during(work)).length;
const members = (ids: readonly string[]) => ids.map((value) => ({ value }));

test('reading one resource takes two statements, or one when nothing else is asked for', async () => {
  const lonely = await scim.user('lonely');
  expect(await count(() => scim.get('User', lonely))).toBe(1);
  // The second reads the name of the manager.
  expect(await count(() => scim.get('User', users[0] as string))).toBe(2);
  expect(await count(() => scim.get('Group', group))).toBe(2);
  const found = await directory.count.during(() =>
    scim.list({ type: 'Group', where: equal('id', group), projection: { excludedAttributes: ['members'] } }),
  );
  expect(found).toHaveLength(1);
  expect(found.join()).not.toContain('memberships');
});

test('a page of a list takes three statements, whatever its size', async () => {
  for (const limit of [1, 10, 61]) {
    expect(await count(() => scim.list({ type: 'User', limit, offset: 0 }))).toBeLessThanOrEqual(3);
    expect(await count(() => scim.list({ type: 'User', limit, offset: 10 }))).toBeLessThanOrEqual(3);
  }
  expect(await count(() => scim.list({ type: 'Group' }))).toBe(2);
  expect(await count(() => scim.list({ limit: 10 }))).toBeLessThanOrEqual(3);
});

test('a look-up takes two statements, one when no manager is named or nothing is found', async () => {
  expect(await count(() => scim.list({ type: 'User', where: equal('userName', 'BOSS') }))).toBe(1);
  expect(await count(() => scim.list({ type: 'User', where: equal('userName', 'USER7') }))).toBe(2);
  expect(await count(() => scim.list({ type: 'User', where: equal('userName', 'nobody') }))).toBe(1);
});

test('counting alone takes one statement', async () => {
  expect(await count(() => scim.list({ type: 'User', limit: 0 }))).toBe(1);
});

test.each([
  ['adding one', () => [edit('ADD', 'members', members(users.slice(50, 51)))]],
  ['adding ten', () => [edit('ADD', 'members', members(users.slice(50, 60)))]],
  [
    'removing one',
    () => [edit('REMOVE', 'members', undefined, { where: equal('value', users[0] as string) })],
  ],
  [
    'removing ten, one edit each',
    () => users.slice(0, 10).map((id) => edit('REMOVE', 'members', undefined, { where: equal('value', id) })),
  ],
  ['replacing all', () => [edit('REPLACE', 'members', members(users.slice(5, 60)))]],
  [
    'renaming and adding',
    () => [edit('REPLACE', 'displayName', 'All'), edit('ADD', 'members', members(users))],
  ],
  ['emptying', () => [edit('REMOVE', 'members')]],
])('%s of a group’s members takes four statements', async (_, edits) => {
  expect(await count(() => scim.edit('Group', group, edits()))).toBe(4);
});

test('an edit whose answer shows no members does not read them', async () => {
  const statements = await directory.count.during(() =>
    scim.edit('Group', group, [edit('ADD', 'members', members(users.slice(0, 1)))], { minimal: true }),
  );
  expect(statements).toHaveLength(3);
});

test('nesting a group takes six statements', async () => {
  const inner = await scim.group('Inner');
  const edits = [edit('ADD', 'members', [{ value: inner, type: 'Group' }])];
  expect(await count(() => scim.edit('Group', group, edits))).toBe(6);
});

test('an edit that changes nothing writes nothing', async () => {
  const statements = await directory.count.during(() =>
    scim.edit('User', users[0] as string, [edit('REPLACE', 'active', true)]),
  );
  expect(statements.filter((text) => /^\s*(with|insert|update|delete)/i.test(text))).toEqual([]);
  expect(statements).toHaveLength(2);
});

test('writing a user takes two statements and what the answer reads', async () => {
  expect(await count(() => scim.create('User', { userName: 'new' }))).toBe(2);
  expect(await count(() => scim.edit('User', users[0] as string, [edit('REPLACE', 'title', 'Dr.')]))).toBe(3);
  expect(await count(() => scim.edit('User', users[0] as string, [edit('REPLACE', 'active', false)]))).toBe(
    4,
  );
  expect(await count(() => scim.delete('User', users[0] as string))).toBe(2);
});
