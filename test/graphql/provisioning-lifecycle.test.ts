import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '../../src/access/issue-token.js';
import { createGroup } from '../../src/directory/create-group.js';
import { createUser } from '../../src/directory/create-user.js';
import { getProvisionedResource } from '../../src/directory/provisioning/get-provisioned-resource.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import { updateUser } from '../../src/directory/update-user.js';
import { configuredDevice } from '../support/device-type.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { codeOf, edit, equal, PLATFORM, Provisioning } from '../support/provisioning.js';

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
