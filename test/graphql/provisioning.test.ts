import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '../../src/access/issue-token.js';
import type { JsonObject, JsonValue } from '../../src/directory/attributes/attribute-document.js';
import { createGroup } from '../../src/directory/create-group.js';
import { createUser } from '../../src/directory/create-user.js';
import { deleteGroup } from '../../src/directory/delete-group.js';
import { getProvisionedResource } from '../../src/directory/provisioning/get-provisioned-resource.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import { updateUser } from '../../src/directory/update-user.js';
import { configuredDevice, WARRANTY } from '../support/device-type.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { codeOf, ENTERPRISE, edit, equal, PLATFORM, Provisioning } from '../support/provisioning.js';

let directory: Directory;
let scim: Provisioning;
beforeAll(async () => {
  directory = await openDirectory(configuredDevice);
});
beforeEach(async () => {
  scim = await Provisioning.of(directory);
});
afterAll(() => directory.close());

const row = (table: string, id: string) =>
  directory
    .context()
    .database.first(sql<Record<string, unknown>>`select * from ${sql.table(table)} where id = ${id}::uuid`);
const device = (serialNumber: string, attributes: JsonObject = {}): JsonObject => ({
  serialNumber,
  [WARRANTY]: { contract: 'C' },
  ...attributes,
});

describe('create', () => {
  test('keeps what was sent, byte for byte, and gives it back', async () => {
    const attributes = {
      userName: 'Zoe\u0308@example.com',
      displayName: ' Zoë 😀 ',
      emails: [{ value: 'Z@Example.com', type: 'custom-1', primary: true }],
      x509Certificates: [{ value: 'AAECAw==' }],
      [ENTERPRISE]: { employeeNumber: '007' },
    };
    const { resource } = await scim.create('User', attributes);
    expect(resource.attributes).toEqual({ ...attributes, active: true });
    expect((await scim.get('User', resource.id))?.attributes).toEqual(resource.attributes);
  });

  test('drops what clients may not write and what is unassigned', async () => {
    const { resource } = await scim.create('User', {
      userName: 'a',
      id: 'mine',
      meta: { resourceType: 'Group' },
      groups: [{ value: 'x' }],
      title: null,
      emails: [],
      name: { givenName: null },
      [ENTERPRISE]: { manager: { displayName: 'Nobody' } },
    });
    expect(resource.attributes).toEqual({ userName: 'a', active: true });
    expect(resource.schemas).toEqual(['urn:ietf:params:scim:schemas:core:2.0:User']);
  });

  test.each([
    ['a number for a text', { userName: 'a', title: 1 }, 'VALUE_INVALID'],
    ['an object for a list', { userName: 'a', emails: { value: 'x' } }, 'VALUE_INVALID'],
    ['a text for an object', { userName: 'a', name: 'Ann' }, 'VALUE_INVALID'],
    [
      'two primaries',
      {
        userName: 'a',
        emails: [
          { value: 'x', primary: true },
          { value: 'y', primary: true },
        ],
      },
      'VALUE_INVALID',
    ],
    ['no user name', { title: 'x' }, 'VALUE_INVALID'],
    ['a blank user name', { userName: ' \t' }, 'VALUE_INVALID'],
    ['an attribute of nobody', { userName: 'a', shoeSize: 43 }, 'ATTRIBUTE_UNKNOWN'],
    ['one attribute in two spellings', { userName: 'a', USERNAME: 'b' }, 'VALUE_INVALID'],
    ['U+0000', { userName: 'a', title: 'x\u0000' }, 'VALUE_INVALID'],
    ['half a surrogate pair', { userName: 'a', title: '\ud800' }, 'VALUE_INVALID'],
    ['a role of nobody', { userName: 'a', [PLATFORM]: { role: 'king' } }, 'VALUE_INVALID'],
    [
      'an external id that no index can hold',
      { userName: 'a', externalId: 'x'.repeat(5_000) },
      'VALUE_INVALID',
    ],
    [
      'a display name that no index can hold',
      { userName: 'a', displayName: 'x'.repeat(401) },
      'VALUE_INVALID',
    ],
    ['a photo that is no URI', { userName: 'a', photos: [{ value: 'not a uri' }] }, 'VALUE_INVALID'],
    [
      'a certificate that is no base64',
      { userName: 'a', x509Certificates: [{ value: 'A' }] },
      'VALUE_INVALID',
    ],
  ])('refuses %s', async (_, attributes, code) => {
    expect(await codeOf(scim.create('User', attributes as unknown as JsonObject))).toBe(code);
    expect((await scim.list({ type: 'User' })).totalCount).toBe(0);
  });

  test('a long email address is kept and found, though no index row could hold it', async () => {
    const value = `${'x'.repeat(20_000)}@example.com`;
    const id = await scim.user('long', { emails: [{ value }] });
    await scim.user('other', { emails: [{ value: `${'x'.repeat(20_000)}@example.org` }] });
    const found = await scim.list({ type: 'User', where: equal('emails.value', value.toUpperCase()) });
    expect(found.items.map((item) => item.id)).toEqual([id]);
  });

  test('a password is stored as a salted argon2id hash and shown nowhere', async () => {
    const { resource } = await scim.create(
      'User',
      { userName: 'a', password: 'sesame' },
      { projection: { attributes: ['password', 'userName'] } },
    );
    expect(resource.attributes).toEqual({ userName: 'a' });
    const stored = await row('users', resource.id);
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await verify(String(stored?.password_hash), 'sesame')).toBe(true);
    expect(JSON.stringify({ ...stored, password_hash: '' })).not.toContain('sesame');
    expect(await codeOf(scim.list({ type: 'User', where: { present: 'password' } }))).toBe('FILTER_INVALID');
    expect(await codeOf(scim.list({ type: 'User', orderBy: { attribute: 'password' } }))).toBe(
      'SORT_INVALID',
    );
  });

  test('the role goes into its column, out of every answer, and an update keeps or changes it', async () => {
    const { resource } = await scim.create('User', {
      userName: 'a',
      [PLATFORM.toLowerCase()]: { ROLE: 'builder' },
    });
    expect(JSON.stringify(resource)).not.toContain('builder');
    expect((await row('users', resource.id))?.role).toBe('builder');
    await scim.replace('User', resource.id, { userName: 'a', title: 'x' });
    expect((await row('users', resource.id))?.role).toBe('builder');
    await scim.edit('User', resource.id, [edit('REPLACE', `${PLATFORM}:role`, 'admin')]);
    expect((await row('users', resource.id))?.role).toBe('admin');
    expect(await codeOf(scim.list({ type: 'User', where: equal(`${PLATFORM}:role`, 'admin') }))).toBe(
      'FILTER_INVALID',
    );
  });

  test('a workspace, a type and an id of nobody', async () => {
    const stranger = new Provisioning(directory, '00000000-0000-7000-8000-000000000000');
    expect(await codeOf(stranger.create('User', { userName: 'a' }))).toBe('WORKSPACE_NOT_FOUND');
    expect(await codeOf(scim.create('Robot', { userName: 'a' }))).toBe('RESOURCE_TYPE_NOT_FOUND');
    expect(await codeOf(scim.edit('User', stranger.workspaceId, []))).toBe('PROVISIONED_RESOURCE_NOT_FOUND');
    expect(await codeOf(scim.delete('User', 'not-a-uuid'))).toBe('PROVISIONED_RESOURCE_NOT_FOUND');
    expect(await scim.get('User', 'not-a-uuid')).toBeNull();
  });
});

describe('replace', () => {
  test('clears what is left out, and keeps the state, the password and the role', async () => {
    const id = await scim.user('a', {
      title: 'x',
      active: false,
      password: 'sesame',
      externalId: 'e',
      [ENTERPRISE]: { department: 'd' },
    });
    const before = await row('users', id);
    const { resource } = await scim.replace('User', id, { userName: 'A' });
    expect(resource.attributes).toEqual({ userName: 'A', active: false });
    expect((await row('users', id))?.password_hash).toBe(before?.password_hash);
  });

  test('what is already so keeps version and time', async () => {
    const { resource } = await scim.create('User', { userName: 'a', emails: [{ value: 'x', type: 'work' }] });
    const again = await scim.replace('User', resource.id, {
      userName: 'a',
      active: true,
      emails: [{ type: 'work', value: 'x' }],
    });
    expect(again).toEqual({ resource: { ...resource }, changed: false, reactivated: false });
  });

  test('sets an immutable value once and refuses another', async () => {
    const { resource } = await scim.create('Device', device('1'));
    const set = await scim.replace('Device', resource.id, device('1', { assetTag: 'A' }));
    expect(set.resource.attributes.assetTag).toBe('A');
    expect(await codeOf(scim.replace('Device', resource.id, device('1', { assetTag: 'B' })))).toBe(
      'ATTRIBUTE_IMMUTABLE',
    );
    expect((await scim.replace('Device', resource.id, device('1'))).resource.attributes.assetTag).toBe('A');
    expect(await codeOf(scim.edit('Device', resource.id, [edit('REMOVE', 'assetTag')]))).toBe(
      'ATTRIBUTE_IMMUTABLE',
    );
  });

  test('a name and a unique value of another resource', async () => {
    await scim.user('taken');
    const id = await scim.user('b');
    expect(await codeOf(scim.replace('User', id, { userName: 'TAKEN' }))).toBe('USER_NAME_TAKEN');
    await scim.create('Device', device('1'));
    const { resource } = await scim.create('Device', device('2'));
    expect(await codeOf(scim.replace('Device', resource.id, device('1')))).toBe('VALUE_TAKEN');
    expect(await codeOf(scim.create('Device', device('2')))).toBe('VALUE_TAKEN');
    // A value that was given up is free again.
    await scim.replace('Device', resource.id, device('3'));
    expect(await codeOf(scim.create('Device', device('2')))).toBe('none');
  });
});

describe('edit', () => {
  test('is all or nothing', async () => {
    const id = await scim.user('a');
    const edits = [edit('REPLACE', 'title', 'x'), edit('REPLACE', 'groups', [])];
    expect(await codeOf(scim.edit('User', id, edits))).toBe('ATTRIBUTE_IMMUTABLE');
    expect((await scim.get('User', id))?.attributes.title).toBeUndefined();
  });

  test.each([
    ['an unknown attribute', edit('REPLACE', 'shoeSize', 1), 'PATH_INVALID'],
    ['an unknown sub-attribute', edit('REPLACE', 'name', 'x', { subAttribute: 'shoe' }), 'PATH_INVALID'],
    ['no attribute', { operation: 'REMOVE' as const }, 'TARGET_NOT_FOUND'],
    ['no value', { operation: 'ADD' as const, attribute: 'title' }, 'VALUE_INVALID'],
    [
      'a filter on an attribute without parts',
      edit('REMOVE', 'title', undefined, { where: equal('value', 'x') }),
      'PATH_INVALID',
    ],
    [
      'a filter on an unknown part',
      edit('REMOVE', 'emails', undefined, { where: equal('shoe', 'x') }),
      'FILTER_INVALID',
    ],
    ['id', edit('REPLACE', 'id', 'x'), 'ATTRIBUTE_IMMUTABLE'],
    [
      'the name of a manager',
      edit('REPLACE', `${ENTERPRISE}:manager`, 'x', { subAttribute: 'displayName' }),
      'ATTRIBUTE_IMMUTABLE',
    ],
    ['removing the user name', edit('REMOVE', 'userName'), 'ATTRIBUTE_IMMUTABLE'],
    ['emptying the user name', edit('REPLACE', 'userName', null), 'VALUE_INVALID'],
    ['a wrong type', edit('REPLACE', 'active', 'yes'), 'VALUE_INVALID'],
    [
      'an element that is not there',
      edit('REPLACE', 'emails', 'x', { where: equal('value', 'y'), subAttribute: 'value' }),
      'TARGET_NOT_FOUND',
    ],
  ])('refuses %s', async (_, refused, code) => {
    expect(await codeOf(scim.edit('User', await scim.user('a'), [refused]))).toBe(code);
  });

  test('an attribute that came without a path and cannot be written is passed over', async () => {
    const id = await scim.user('a');
    const edits = [
      edit('REPLACE', 'id', 'x', { fromPathless: true }),
      edit('REPLACE', 'title', 'x', { fromPathless: true }),
    ];
    expect((await scim.edit('User', id, edits)).resource.attributes).toEqual({
      userName: 'a',
      active: true,
      title: 'x',
    });
  });

  test('an extension comes and goes as a whole, and `schemas` with it', async () => {
    const id = await scim.user('a');
    const added = await scim.edit('User', id, [
      edit('ADD', ENTERPRISE.toUpperCase(), { department: 'd', costCenter: 'c' }),
    ]);
    expect(added.resource.attributes[ENTERPRISE]).toEqual({ department: 'd', costCenter: 'c' });
    expect(added.resource.schemas).toContain(ENTERPRISE);
    const removed = await scim.edit('User', id, [edit('REMOVE', ENTERPRISE)]);
    expect(removed.resource.schemas).not.toContain(ENTERPRISE);
    const { resource } = await scim.create('Device', device('1'));
    expect(await codeOf(scim.edit('Device', resource.id, [edit('REMOVE', WARRANTY)]))).toBe(
      'ATTRIBUTE_IMMUTABLE',
    );
  });

  test('a password is set and taken away; setting it again always counts as a change', async () => {
    const id = await scim.user('a');
    await scim.edit('User', id, [edit('REPLACE', 'password', 'one')]);
    // Whether the password was the same must not show: it would tell a guesser that the guess is right.
    expect((await scim.edit('User', id, [edit('REPLACE', 'password', 'one')])).resource.version).toBe('3');
    await scim.edit('User', id, [edit('REMOVE', 'password')]);
    expect((await row('users', id))?.password_hash).toBeNull();
  });

  test('a version that is not the present one is refused, `*` is any', async () => {
    const id = await scim.user('a');
    const retitle = (title: string, ifMatch: string[]) =>
      codeOf(scim.edit('User', id, [edit('REPLACE', 'title', title)], { ifMatch }));
    expect(await retitle('x', ['1', '7'])).toBe('none');
    expect(await retitle('y', ['1'])).toBe('VERSION_MISMATCH');
    expect(await retitle('y', [])).toBe('VERSION_MISMATCH');
    expect(await retitle('y', ['*'])).toBe('none');
    expect(await codeOf(scim.delete('User', id, { ifMatch: ['1'] }))).toBe('VERSION_MISMATCH');
    expect(await codeOf(scim.replace('User', id, { userName: 'a' }, { ifMatch: ['1'] }))).toBe(
      'VERSION_MISMATCH',
    );
  });

  test('what is returned on request comes back to the client that wrote it, and when it is asked for', async () => {
    const { resource } = await scim.create('Device', device('1', { notes: 'long' }));
    expect(resource.attributes.notes).toBe('long');
    expect((await scim.get('Device', resource.id))?.attributes.notes).toBeUndefined();
    expect(
      (await scim.edit('Device', resource.id, [edit('REPLACE', 'label', 'x')])).resource.attributes.notes,
    ).toBeUndefined();
    expect(
      (await scim.edit('Device', resource.id, [edit('REPLACE', 'notes', 'y')])).resource.attributes.notes,
    ).toBe('y');
    const { items } = await scim.list({ type: 'Device', projection: { attributes: ['notes'] } });
    expect(items[0]?.attributes).toEqual({ notes: 'y' });
  });
});

describe('members', () => {
  test('are held once, shown with their present names, and move the version of the group alone', async () => {
    const user = await scim.user('a', { displayName: 'Ann' });
    const { resource } = await scim.create('Group', {
      displayName: 'G',
      members: [{ value: user, display: 'x' }, { value: user }],
    });
    expect(resource.attributes.members).toEqual([{ value: user, display: 'Ann', type: 'User' }]);
    await scim.edit('User', user, [edit('REPLACE', 'displayName', 'Anna')]);
    expect((await scim.get('Group', resource.id))?.attributes.members).toEqual([
      { value: user, display: 'Anna', type: 'User' },
    ]);
    expect((await scim.get('Group', resource.id))?.version).toBe('1');
    const again = await scim.edit('Group', resource.id, [edit('ADD', 'members', [{ value: user }])]);
    expect(again).toMatchObject({ changed: false, resource: { version: '1' } });
    expect((await scim.get('User', user))?.version).toBe('2');
  });

  test('that do not exist are refused by name, or passed over and noted where the workspace says so', async () => {
    const user = await scim.user('a');
    const stranger = await (await Provisioning.of(directory)).user('b');
    const members = [{ value: user }, { value: stranger }, { value: 'nobody' }];
    const refused = scim.create('Group', { displayName: 'G', members });
    await expect(refused).rejects.toThrow(new RegExp(`nobody, ${stranger}`));
    expect((await scim.list({ type: 'Group' })).totalCount).toBe(0);
    await scim.configure('okta');
    const { resource } = await scim.create('Group', { displayName: 'G', members });
    expect(await scim.members(resource.id)).toEqual([user]);
    const audit = await directory.context().database.first(sql<{ changes: { skippedMembers: string[] } }>`
      select changes from audit_entries where subject_id = ${resource.id}::uuid`);
    expect(audit?.changes.skippedMembers).toEqual(['nobody', stranger]);
  });

  test('of the wrong type, without an id, or turned into another are refused', async () => {
    const user = await scim.user('a');
    const group = await scim.group('G', [user]);
    const attempt = (value: JsonValue) => codeOf(scim.edit('Group', group, [edit('ADD', 'members', value)]));
    expect(await attempt([{ value: user, type: 'Group' }])).toBe('VALUE_INVALID');
    expect(await attempt([{ value: user, type: 'Robot' }])).toBe('VALUE_INVALID');
    expect(await attempt([{ display: 'x' }])).toBe('VALUE_INVALID');
    const turn = edit('REPLACE', 'members', 'x', { where: equal('value', user), subAttribute: 'value' });
    expect(await codeOf(scim.edit('Group', group, [turn]))).toBe('ATTRIBUTE_IMMUTABLE');
    expect(await scim.members(group)).toEqual([user]);
  });

  test('are removed by id, by list, by any filter, or all', async () => {
    const users = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => scim.user(name, { displayName: `User ${name}` })),
    );
    const [a, b, c, d, e] = users as [string, string, string, string, string];
    const group = await scim.group('G', users);
    const remove = async (more: Parameters<typeof edit>[3], value?: JsonValue) => {
      await scim.edit('Group', group, [edit('REMOVE', 'members', value, more)]);
      return scim.members(group);
    };
    expect(await remove({ where: { or: [equal('value', a), equal('value', 'x')] } })).toEqual(
      [b, c, d, e].toSorted(),
    );
    expect(await remove({}, [{ value: b, $ref: null }])).toEqual([c, d, e].toSorted());
    expect(await remove({ where: { and: [equal('type', 'user'), equal('display', 'USER C')] } })).toEqual(
      [d, e].toSorted(),
    );
    expect(await remove({ where: { not: equal('value', d) } })).toEqual([d]);
    expect(await remove({})).toEqual([]);
  });

  test('that a removal does not find matter only where the workspace is strict', async () => {
    const group = await scim.group('G', [await scim.user('a')]);
    const remove = edit('REMOVE', 'members', undefined, { where: equal('value', group) });
    expect((await scim.edit('Group', group, [remove])).changed).toBe(false);
    await scim.configure('strict');
    expect(await codeOf(scim.edit('Group', group, [remove]))).toBe('TARGET_NOT_FOUND');
    const byName = edit('REMOVE', 'members', undefined, { where: equal('display', 'nobody') });
    expect(await codeOf(scim.edit('Group', group, [byName]))).toBe('TARGET_NOT_FOUND');
  });

  test('may be groups, which grant nothing, and never form a circle', async () => {
    const user = await scim.user('a');
    const inner = await scim.group('Inner', [user]);
    const outer = await scim.group('Outer', [inner]);
    expect((await scim.get('Group', outer))?.attributes.members).toEqual([
      { value: inner, display: 'Inner', type: 'Group' },
    ]);
    expect((await scim.get('User', user))?.attributes.groups).toHaveLength(1);
    const nest = (group: string, member: string) =>
      codeOf(scim.edit('Group', group, [edit('ADD', 'members', [{ value: member }])]));
    expect(await nest(inner, outer)).toBe('VALUE_INVALID');
    expect(await nest(inner, inner)).toBe('VALUE_INVALID');
    await deleteGroup(directory.context(), { id: inner });
    expect(await scim.get('Group', outer)).toMatchObject({
      version: '2',
      attributes: { displayName: 'Outer' },
    });
  });
});

describe('the audit trail', () => {
  test('tells who changed which attributes of what, and no value of them', async () => {
    const id = await scim.user('secretive', { title: 'Hidden', password: 'sesame' });
    await scim.edit('User', id, [edit('REPLACE', 'title', 'Changed'), edit('REPLACE', 'active', false)]);
    const group = await scim.group('Club', [id]);
    await scim.edit('Group', group, [edit('REMOVE', 'members')]);
    await scim.delete('User', id);
    const entries = await directory
      .context()
      .database.rows(sql<{ action: string; name: string; changes: object }>`
      select action, subject_name as name, changes from audit_entries
      where workspace_id = ${scim.workspaceId}::uuid and action <> 'workspace.created' order by id`);
    expect(entries).toEqual([
      {
        action: 'user.created',
        name: 'secretive',
        changes: { attributes: ['active', 'userName', 'title', 'password'] },
      },
      {
        action: 'user.updated',
        name: 'secretive',
        changes: { attributes: ['active', 'title'], active: false },
      },
      {
        action: 'group.created',
        name: 'Club',
        changes: { attributes: ['displayName'], members: { added: 1, removed: 0 } },
      },
      { action: 'group.updated', name: 'Club', changes: { members: { added: 0, removed: 1 } } },
      { action: 'user.deleted', name: 'secretive', changes: {} },
    ]);
  });
});

describe('lifecycle', () => {
  test('archiving revokes the tokens bound to the user for good, keeps memberships, and can be undone', async () => {
    const user = await scim.user('a');
    const group = await scim.group('G', [user]);
    const { token } = await issueToken(directory.context(), {
      kind: 'scim',
      name: 'me',
      workspaceId: scim.workspaceId,
      userId: user,
    });
    await scim.edit('User', user, [edit('REPLACE', 'active', false)]);
    expect((await row('tokens', token.id))?.revoked_at).not.toBeNull();
    expect(await scim.members(group)).toEqual([user]);
    expect((await scim.list({ type: 'User', where: equal('active', false) })).totalCount).toBe(1);
    const restored = await scim.edit('User', user, [edit('ADD', 'active', true)]);
    expect(restored.resource.attributes.active).toBe(true);
    expect((await row('tokens', token.id))?.revoked_at).not.toBeNull();
  });

  test('deleting a user takes it out of its groups and moves their version once', async () => {
    const user = await scim.user('a', { emails: [{ value: 'x' }] });
    const group = await scim.group('G', [user, await scim.user('b')]);
    await scim.delete('User', user);
    expect(await scim.get('User', user)).toBeNull();
    expect((await scim.get('Group', group))?.version).toBe('2');
    expect(await codeOf(scim.delete('User', user))).toBe('PROVISIONED_RESOURCE_NOT_FOUND');
    expect(await scim.user('a', { emails: [{ value: 'x' }] })).not.toBe(user);
    expect((await scim.list({ type: 'User', where: equal('emails', 'x') })).totalCount).toBe(1);
  });

  test('an archived user who is created again is refused, or restored where the workspace says so', async () => {
    const id = await scim.user('a', { externalId: 'e', title: 'old' });
    expect(await codeOf(scim.create('User', { userName: 'A' }))).toBe('USER_NAME_TAKEN');
    await scim.configure('standard', { reactivateOnCreate: true });
    expect(await codeOf(scim.create('User', { userName: 'A' }))).toBe('USER_NAME_TAKEN');
    await scim.edit('User', id, [edit('REPLACE', 'active', false)]);
    const again = await scim.create('User', { userName: 'renamed', externalId: 'e', active: true });
    expect(again).toMatchObject({ reactivated: true, changed: true, resource: { id } });
    expect(again.resource.attributes).toEqual({ userName: 'renamed', externalId: 'e', active: true });
  });

  test('users and groups that other doors make are the same resources', async () => {
    const { id } = await createUser(directory.context(), {
      workspaceId: scim.workspaceId,
      userName: 'typed',
      displayName: 'Straße',
      role: 'admin',
    });
    expect((await scim.list({ type: 'User', where: equal('displayName', 'STRASSE') })).items[0]?.id).toBe(id);
    await updateUser(directory.context(), { id, status: 'archived', displayName: 'Weg' });
    expect((await scim.get('User', id))?.attributes).toEqual({
      userName: 'typed',
      displayName: 'Weg',
      active: false,
    });
    await updateUser(directory.context(), { id, status: 'active' });
    const group = await createGroup(directory.context(), {
      workspaceId: scim.workspaceId,
      name: 'REST',
      permissions: { appCreate: true },
      rules: [],
    });
    expect((await scim.list({ type: 'Group', where: equal('displayName', 'rest') })).items[0]?.id).toBe(
      group.id,
    );
    expect(await codeOf(scim.create('Group', { displayName: 'REST' }))).toBe('GROUP_NAME_TAKEN');
    expect(await codeOf(scim.create('Group', { displayName: 'Admin' }))).toBe('VALUE_INVALID');
  });

  test('role groups are no provisioned resources', async () => {
    const roleGroup = await directory.context().database.first(sql<{ id: string }>`
      select id from groups where workspace_id = ${scim.workspaceId}::uuid and type = 'default' limit 1`);
    const id = roleGroup?.id ?? '';
    expect(await scim.get('Group', id)).toBeNull();
    expect((await scim.list({ type: 'Group' })).totalCount).toBe(0);
    expect(await codeOf(scim.edit('Group', id, [edit('REPLACE', 'displayName', 'x')]))).toBe(
      'PROVISIONED_RESOURCE_NOT_FOUND',
    );
    expect(await codeOf(scim.delete('Group', id))).toBe('PROVISIONED_RESOURCE_NOT_FOUND');
    expect(await codeOf(scim.create('Group', { displayName: 'G', members: [{ value: id }] }))).toBe(
      'VALUE_INVALID',
    );
  });
});

describe('who may do what', () => {
  test('a token of another workspace reaches nothing, not even by id', async () => {
    const id = await scim.user('a');
    const other = await directory.newWorkspace();
    const foreign = directory.context({ kind: 'scim', workspaceId: other });
    expect(
      await getProvisionedResource(foreign, { workspaceId: scim.workspaceId, type: 'User', id }),
    ).toBeNull();
    expect(await getProvisionedResource(foreign, { workspaceId: other, type: 'User', id })).toBeNull();
    expect(
      await codeOf(listProvisionedResources(foreign, { workspaceId: scim.workspaceId, type: 'User' })),
    ).toBe('WORKSPACE_NOT_FOUND');
    const { totalCount } = await listProvisionedResources(foreign, {
      workspaceId: other,
      type: 'User',
      where: { or: [equal('userName', 'a'), { not: equal('userName', 'a') }] },
    });
    expect(totalCount).toBe(0);
  });

  test('a token bound to a user reads that user, and does everything when the user is an active admin', async () => {
    const id = await scim.user('a');
    const as = (userId: string) => directory.context({ kind: 'scim', workspaceId: scim.workspaceId, userId });
    const mine = { workspaceId: scim.workspaceId, type: 'User', id };
    expect((await getProvisionedResource(as(id), mine))?.id).toBe(id);
    const list = () => listProvisionedResources(as(id), { workspaceId: scim.workspaceId, type: 'User' });
    expect(await codeOf(list())).toBe('FORBIDDEN');
    await scim.edit('User', id, [edit('ADD', `${PLATFORM}:role`, 'admin')]);
    expect((await list()).totalCount).toBe(1);
    await scim.edit('User', id, [edit('REPLACE', 'active', false)]);
    expect(await codeOf(list())).toBe('FORBIDDEN');
  });
});

describe('lists', () => {
  test('of every type: an attribute that a type lacks has no value there, one that none has is an error', async () => {
    const user = await scim.user('same', { displayName: 'B', nickName: 'n' });
    const group = await scim.group('A');
    const { resource } = await scim.create('Device', device('1', { label: 'n' }));
    const ids = async (input: Parameters<typeof scim.list>[0]) =>
      (await scim.list(input)).items.map(({ id }) => id);
    expect(await ids({})).toEqual([user, group, resource.id]);
    expect(await ids({ orderBy: { attribute: 'displayName' } })).toEqual([group, user, resource.id]);
    expect(await ids({ where: equal('nickName', 'N') })).toEqual([user]);
    expect(await ids({ where: { not: { present: 'nickName' } }, offset: 1, limit: 1 })).toEqual([
      resource.id,
    ]);
    expect(await ids({ where: equal('nickName', null) })).toEqual([group, resource.id]);
    expect(await ids({ where: { compare: { attribute: 'nickName', operator: 'NE', value: null } } })).toEqual(
      [user],
    );
    expect(await ids({ where: { compare: { attribute: 'nickName', operator: 'NE', value: 'n' } } })).toEqual([
      group,
      resource.id,
    ]);
    expect(await ids({ where: equal('meta.resourceType', 'Group') })).toEqual([group]);
    expect((await scim.list({ limit: 0 })).totalCount).toBe(3);
    expect(await codeOf(scim.list({ where: equal('shoeSize', 1) }))).toBe('FILTER_INVALID');
    expect(await codeOf(scim.list({ orderBy: { attribute: 'shoeSize' } }))).toBe('SORT_INVALID');
  });

  test.each([
    ['an unknown attribute', equal('shoeSize', 1)],
    ['an order between booleans', { compare: { attribute: 'active', operator: 'GT' as const, value: true } }],
    ['a text for a boolean', equal('active', 'true')],
    ['a number for a text', equal('userName', 1)],
    ['a time that is none', equal('meta.created', 'yesterday')],
    [
      'a part of an instant',
      { compare: { attribute: 'meta.created', operator: 'CO' as const, value: '2026' } },
    ],
    ['a complex attribute', equal('name', 'Ann')],
    ['an order with null', { compare: { attribute: 'title', operator: 'LT' as const, value: null } }],
    ['an address', equal('meta.location', 'x')],
    ['an empty conjunction', { and: [] }],
    ['two forms at once', { present: 'title', not: { present: 'title' } }],
    ['none at all', {}],
    ['U+0000', equal('title', '\u0000')],
    ['brackets after a text', { element: { attribute: 'title', where: equal('value', 'x') } }],
  ])('a filter with %s is refused, never passed over', async (_, where) => {
    expect(await codeOf(scim.list({ type: 'User', where }))).toBe('FILTER_INVALID');
  });

  test('a filter that is too deep or too long is refused in good time', async () => {
    let deep: object = { present: 'title' };
    for (let depth = 0; depth < 10_000; depth += 1) deep = { not: deep };
    expect(await codeOf(scim.list({ type: 'User', where: deep }))).toBe('FILTER_INVALID');
    const long = { or: Array.from({ length: 5_000 }, () => ({ present: 'title' })) };
    expect(await codeOf(scim.list({ type: 'User', where: long }))).toBe('FILTER_INVALID');
  });

  test('words of SQL and of patterns are plain text', async () => {
    const id = await scim.user("' OR 1=1 --", { title: '100%_\\' });
    await scim.user('b', { title: '100 percent' });
    const found = async (attribute: string, operator: 'CO' | 'EQ' | 'SW' | 'EW', value: string) =>
      (await scim.list({ type: 'User', where: { compare: { attribute, operator, value } } })).items.map(
        (item) => item.id,
      );
    expect(await found('userName', 'EQ', "' OR 1=1 --")).toEqual([id]);
    expect(await found('userName', 'EQ', "x' OR '1'='1")).toEqual([]);
    expect(await found('title', 'CO', '%_')).toEqual([id]);
    expect(await found('title', 'SW', '100%')).toEqual([id]);
    expect(await found('title', 'EW', '\\')).toEqual([id]);
  });

  test('bounds and names are checked', async () => {
    expect(await codeOf(scim.list({ type: 'User', offset: -1 }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(scim.list({ type: 'User', limit: 1_001 }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(scim.list({ type: 'Robot' }))).toBe('RESOURCE_TYPE_NOT_FOUND');
    expect(await codeOf(scim.list({ type: 'User', orderBy: { attribute: 'name' } }))).toBe('SORT_INVALID');
  });
});

describe('settings', () => {
  test('decide whether a path whose filter matches nothing makes the element', async () => {
    const id = await scim.user('a');
    const edits = [
      edit('REPLACE', 'addresses', '12345', { where: equal('type', 'work'), subAttribute: 'postalCode' }),
      edit('ADD', 'addresses', 'Bonn', { where: equal('type', 'work'), subAttribute: 'locality' }),
    ];
    const { resource } = await scim.edit('User', id, edits);
    expect(resource.attributes.addresses).toEqual([{ type: 'work', postalCode: '12345', locality: 'Bonn' }]);
    await scim.configure('strict');
    const home = edit('REPLACE', 'addresses', 'x', {
      where: equal('type', 'home'),
      subAttribute: 'locality',
    });
    expect(await codeOf(scim.edit('User', id, [home]))).toBe('TARGET_NOT_FOUND');
  });
});
