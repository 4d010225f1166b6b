import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
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
