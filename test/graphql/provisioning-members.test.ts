import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/directory/attributes/attribute-document.js';
import { deleteGroup } from '../../src/directory/delete-group.js';
import { configuredDevice } from '../support/device-type.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { codeOf, edit, equal, Provisioning } from '../support/provisioning.js';

let directory: Directory;
let scim: Provisioning;
beforeAll(async () => {
  directory = await openDirectory(configuredDevice);
});
beforeEach(async () => {
  scim = await Provisioning.of(directory);
});
afterAll(() => directory.close());

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
