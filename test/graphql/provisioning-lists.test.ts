import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { configuredDevice, WARRANTY } from '../support/device-type.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { codeOf, equal, Provisioning } from '../support/provisioning.js';

let directory: Directory;
let scim: Provisioning;
beforeAll(async () => {
  directory = await openDirectory(configuredDevice);
});
beforeEach(async () => {
  scim = await Provisioning.of(directory);
});
afterAll(() => directory.close());

const device = (serialNumber: string, attributes: JsonObject = {}): JsonObject => ({
  serialNumber,
  [WARRANTY]: { contract: 'C' },
  ...attributes,
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
