import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_OPERATIONS, parsePatch } from '../../../facades/scim/patch.js';
import type { JsonValue } from '../../../src/directory/attributes/attribute-document.js';
import type { ProvisioningProfile } from '../../../src/directory/provisioning-settings.js';
import { dialectOf, ENTERPRISE, PLATFORM, refusalOf, USER } from './dialects.js';

/*
 * Faults that were planted in the translation, each caught here: an empty value list removes everybody · a value
 * list removes everybody · `op` counts letter case · an `id` in a path-less value becomes an edit · "TRUE" is no
 * boolean · nulls stay in elements · operations run backwards · booleans in the filter of a path stay text · adding
 * null becomes an edit · `fromPathless` is forgotten · the workspace role may go unqualified · the strict profile
 * takes dotted keys.
 */

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const parse = (
  operations: JsonValue,
  type: 'User' | 'Group' = 'User',
  profile: ProvisioningProfile = 'standard',
) => parsePatch({ schemas: [PATCH_OP], Operations: operations }, dialectOf(type, profile));
const parseOne = (operation: JsonValue, type?: 'User' | 'Group', profile?: ProvisioningProfile) =>
  parse([operation], type, profile);
const refuse = (operation: JsonValue, profile: ProvisioningProfile = 'standard') =>
  refusalOf(() => parseOne(operation, 'User', profile));
const isType = (value: string) => ({ compare: { attribute: 'type', operator: 'EQ', value } });

describe('the envelope', () => {
  const dialect = dialectOf('User');
  test.each([
    [{}, 'invalidSyntax', '"schemas" of a PATCH must hold'],
    [{ schemas: [USER], Operations: [] }, 'invalidSyntax', '"schemas" of a PATCH must hold'],
    [{ schemas: PATCH_OP, Operations: [] }, 'invalidSyntax', '"schemas" of a PATCH must hold'],
    [{ schemas: [PATCH_OP] }, 'invalidSyntax', '"Operations" must be an array'],
    [{ schemas: [PATCH_OP], Operations: {} }, 'invalidSyntax', '"Operations" must be an array'],
    [{ schemas: [PATCH_OP], Operations: [] }, 'invalidSyntax', 'at least one operation'],
    [{ schemas: [PATCH_OP], Operations: [], operations: [] }, 'invalidSyntax', 'holds "operations" twice'],
  ])('refuses %j', (body, scimType, detail) => {
    const refusal = refusalOf(() => parsePatch(body, dialect));
    expect(refusal).toMatchObject({ status: 400, scimType });
    expect(refusal.detail).toContain(detail);
  });

  test.each([
    ['add', 'invalidSyntax', 'Operations[0]: An operation must be an object.'],
    [{}, 'invalidSyntax', 'Operations[0]: "op" must be "add", "remove" or "replace".'],
    [{ op: 'move', path: 'title' }, 'invalidSyntax', 'Operations[0]: "op" must be'],
    [{ op: 'add', path: 'title' }, 'invalidValue', 'Operations[0]: "add" needs a "value".'],
    [{ op: 'replace', path: 'title' }, 'invalidValue', 'Operations[0]: "replace" needs a "value".'],
    [{ op: 'remove' }, 'noTarget', 'Operations[0]: "remove" needs a "path".'],
    [{ op: 'remove', value: { title: 'x' } }, 'noTarget', 'Operations[0]: "remove" needs a "path".'],
    [{ op: 'add', path: 7, value: 1 }, 'invalidPath', '"path" must be a string'],
    [{ op: 'add', path: 'a..b', value: 1 }, 'invalidPath', '"a..b" is no attribute name'],
    [{ op: 'add', path: 'nope', value: 1 }, 'invalidPath', 'User has no attribute "nope".'],
    [{ op: 'add', path: 'name.nope', value: 1 }, 'invalidPath', '"name" has no sub-attribute "nope".'],
    [{ op: 'add', path: 'title.x', value: 1 }, 'invalidPath', '"title" has no sub-attribute "x".'],
    [{ op: 'add', value: 'x' }, 'invalidValue', 'Without a "path", "value" must be an object'],
    [{ op: 'add', path: ENTERPRISE, value: 'x' }, 'invalidValue', 'needs an object'],
    [{ op: 'remove', path: USER }, 'mutability', 'cannot be removed'],
  ])('refuses the operation %j', (operation, scimType, detail) => {
    const refusal = refuse(operation);
    expect(refusal).toMatchObject({ status: 400, scimType });
    expect(refusal.detail).toContain(detail);
  });

  test('an empty list is a no-op in the entra profile', () => {
    expect(parse([], 'User', 'entra')).toEqual([]);
  });

  test('the number of operations is limited', () => {
    const many = (count: number) => Array(count).fill({ op: 'add', path: 'title', value: 'x' });
    expect(parse(many(MAX_OPERATIONS))).toHaveLength(MAX_OPERATIONS);
    expect(refusalOf(() => parse(many(MAX_OPERATIONS + 1)))).toMatchObject({
      status: 413,
      scimType: undefined,
    });
  });

  test('letter case of keys, operations, names and URNs does not count', () => {
    const letters = (text: string) =>
      fc
        .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
        .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase())).join(''));
    fc.assert(
      fc.property(
        letters('schemas'),
        letters('operations'),
        letters('op'),
        letters('replace'),
        letters('path'),
        letters('value'),
        letters(`${ENTERPRISE}:manager.displayName`),
        letters(PATCH_OP),
        (schemas, operations, op, replace, path, value, name, urn) => {
          const body = { [schemas]: [urn], [operations]: [{ [op]: replace, [path]: name, [value]: 'x' }] };
          expect(parsePatch(body, dialectOf('User'))).toEqual([
            {
              operation: 'REPLACE',
              attribute: `${ENTERPRISE}:manager`,
              subAttribute: 'displayName',
              value: 'x',
            },
          ]);
        },
      ),
    );
  });
});

describe('values with a path', () => {
  test.each([
    [
      '"False"',
      { op: 'Replace', path: 'active', value: 'False' },
      { operation: 'REPLACE', attribute: 'active', value: false },
    ],
    [
      '["false"]',
      { op: 'replace', path: 'active', value: ['false'] },
      { operation: 'REPLACE', attribute: 'active', value: false },
    ],
    [
      'no boolean',
      { op: 'replace', path: 'active', value: 'no' },
      { operation: 'REPLACE', attribute: 'active', value: 'no' },
    ],
    [
      'one for a list',
      { op: 'add', path: 'emails', value: { value: 'a@x' } },
      { operation: 'ADD', attribute: 'emails', value: [{ value: 'a@x' }] },
    ],
    [
      'a text for a list',
      { op: 'add', path: 'emails', value: 'a@x' },
      { operation: 'ADD', attribute: 'emails', value: [{ value: 'a@x' }] },
    ],
    [
      'a list for one',
      { op: 'add', path: 'title', value: ['x'] },
      { operation: 'ADD', attribute: 'title', value: 'x' },
    ],
    [
      'two for one',
      { op: 'add', path: 'title', value: ['x', 'y'] },
      { operation: 'ADD', attribute: 'title', value: ['x', 'y'] },
    ],
    [
      'an empty list for one',
      { op: 'replace', path: 'title', value: [] },
      { operation: 'REPLACE', attribute: 'title', value: null },
    ],
    [
      'null',
      { op: 'replace', path: 'emails', value: null },
      { operation: 'REPLACE', attribute: 'emails', value: null },
    ],
    [
      'an empty list',
      { op: 'replace', path: 'emails', value: [] },
      { operation: 'REPLACE', attribute: 'emails', value: [] },
    ],
    [
      'a merge',
      { op: 'replace', path: 'Name', value: { FAMILYNAME: 'B', givenName: null, x: 1 } },
      { operation: 'REPLACE', attribute: 'name', value: { familyName: 'B', givenName: null } },
    ],
    [
      'manager as text',
      { op: 'add', path: 'manager', value: 'm1' },
      { operation: 'ADD', attribute: `${ENTERPRISE}:manager`, value: { value: 'm1' } },
    ],
    [
      'manager as object',
      { op: 'add', path: `${ENTERPRISE}:manager`, value: { value: 'm1' } },
      { operation: 'ADD', attribute: `${ENTERPRISE}:manager`, value: { value: 'm1' } },
    ],
    [
      'manager as list',
      { op: 'add', path: 'manager', value: [{ $ref: null, value: 'm1' }] },
      { operation: 'ADD', attribute: `${ENTERPRISE}:manager`, value: { $ref: null, value: 'm1' } },
    ],
    [
      'manager as ""',
      { op: 'replace', path: 'manager', value: '' },
      { operation: 'REPLACE', attribute: `${ENTERPRISE}:manager`, value: null },
    ],
    [
      'manager by filter',
      { op: 'remove', path: 'manager[value eq "m1"]' },
      {
        operation: 'REMOVE',
        attribute: `${ENTERPRISE}:manager`,
        where: { compare: { attribute: 'value', operator: 'EQ', value: 'm1' } },
      },
    ],
    [
      'a created element',
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'a@x' },
      { operation: 'ADD', attribute: 'emails', where: isType('work'), subAttribute: 'value', value: 'a@x' },
    ],
    [
      'an element',
      { op: 'replace', path: 'emails[type eq "work"]', value: [{ value: 'a@x', display: null }] },
      { operation: 'REPLACE', attribute: 'emails', where: isType('work'), value: { value: 'a@x' } },
    ],
    [
      'a quoted boolean in a filter',
      { op: 'replace', path: 'roles[Primary eq "True"].value', value: '{"id":1}' },
      {
        operation: 'REPLACE',
        attribute: 'roles',
        where: { compare: { attribute: 'primary', operator: 'EQ', value: true } },
        subAttribute: 'value',
        value: '{"id":1}',
      },
    ],
    [
      'an old URN',
      { op: 'replace', path: 'urn:scim:schemas:core:1.0:userName', value: 'x' },
      { operation: 'REPLACE', attribute: 'userName', value: 'x' },
    ],
    [
      'an old extension URN',
      { op: 'replace', path: 'urn:scim:schemas:extension:enterprise:2.0:department', value: 'x' },
      { operation: 'REPLACE', attribute: `${ENTERPRISE}:department`, value: 'x' },
    ],
    [
      'the workspace role',
      { op: 'replace', path: `${PLATFORM}:role`, value: 'admin' },
      { operation: 'REPLACE', attribute: `${PLATFORM}:role`, value: 'admin' },
    ],
    [
      'removal',
      { op: 'remove', path: 'name.familyName', value: 'ignored' },
      { operation: 'REMOVE', attribute: 'name', subAttribute: 'familyName' },
    ],
    [
      'removal of all',
      { op: 'remove', path: 'emails', value: null },
      { operation: 'REMOVE', attribute: 'emails' },
    ],
    [
      'removal of an extension',
      { op: 'remove', path: ENTERPRISE.toUpperCase() },
      { operation: 'REMOVE', attribute: ENTERPRISE },
    ],
  ])('%s', (_, operation, edit) => {
    expect(parseOne(operation)).toEqual([edit]);
  });

  test('a removal with a value list removes the listed members, an empty list nobody', () => {
    const remove = (value: JsonValue) => parseOne({ op: 'Remove', path: 'members', value }, 'Group');
    const listed = (ids: string[]) => [
      { operation: 'REMOVE', attribute: 'members', value: ids.map((value) => ({ value })) },
    ];
    expect(remove([{ $ref: null, value: 'a' }, { value: 'b' }])).toEqual(listed(['a', 'b']));
    expect(remove({ value: 'a' })).toEqual(listed(['a']));
    expect(remove(['a'])).toEqual(listed(['a']));
    expect(remove('a')).toEqual(listed(['a']));
    expect(remove([])).toEqual([]);
  });

  test('an object below a URN becomes one edit for each attribute', () => {
    expect(
      parseOne({ op: 'add', path: ENTERPRISE, value: { Department: 'D', manager: 'm', nope: 1 } }),
    ).toEqual([
      { operation: 'ADD', attribute: `${ENTERPRISE}:department`, value: 'D' },
      { operation: 'ADD', attribute: `${ENTERPRISE}:manager`, value: { value: 'm' } },
    ]);
    expect(parseOne({ op: 'replace', path: USER, value: { title: 'T' } })).toEqual([
      { operation: 'REPLACE', attribute: 'title', value: 'T' },
    ]);
    expect(parseOne({ op: 'replace', path: ENTERPRISE, value: null })).toEqual([
      { operation: 'REMOVE', attribute: ENTERPRISE },
    ]);
  });

  test('null below the URN of an extension takes all of it, without a path too', () => {
    const removal = { operation: 'REMOVE', attribute: ENTERPRISE };
    expect(parseOne({ op: 'replace', value: { [ENTERPRISE]: null } })).toEqual([
      { ...removal, fromPathless: true },
    ]);
    expect(parseOne({ op: 'add', value: { [ENTERPRISE]: null } })).toEqual([]);
    expect(parseOne({ op: 'replace', value: { [USER]: null } })).toEqual([]);
  });

  test('adding null adds nothing', () => {
    expect(parseOne({ op: 'add', path: 'title', value: null })).toEqual([]);
    expect(parseOne({ op: 'add', value: { title: null } })).toEqual([]);
  });
});

describe('values without a path', () => {
  test('Okta: deactivation, and a rename with the id inside', () => {
    expect(parseOne({ op: 'replace', value: { active: false } })).toEqual([
      { operation: 'REPLACE', attribute: 'active', value: false, fromPathless: true },
    ]);
    expect(
      parseOne({ op: 'replace', value: { id: 'x', schemas: [], meta: {}, displayName: 'New' } }, 'Group'),
    ).toEqual([{ operation: 'REPLACE', attribute: 'displayName', value: 'New', fromPathless: true }]);
  });

  test('Entra ID: keys that are paths and URNs', () => {
    const value = {
      'name.givenName': 'A',
      [`${ENTERPRISE}:department`]: 'D',
      'emails[type eq "work"].value': 'a@x',
      [ENTERPRISE]: { employeeNumber: '7' },
      active: 'True',
      somethingElse: 1,
    };
    const pathless = { operation: 'REPLACE', fromPathless: true };
    expect(parseOne({ op: 'Replace', value })).toEqual([
      { ...pathless, attribute: 'name', subAttribute: 'givenName', value: 'A' },
      { ...pathless, attribute: `${ENTERPRISE}:department`, value: 'D' },
      { ...pathless, attribute: 'emails', where: isType('work'), subAttribute: 'value', value: 'a@x' },
      { ...pathless, attribute: `${ENTERPRISE}:employeeNumber`, value: '7' },
      { ...pathless, attribute: 'active', value: true },
    ]);
  });

  test('an empty path counts as none', () => {
    expect(parseOne({ op: 'replace', path: '', value: { title: 'x' } })).toHaveLength(1);
    expect(parseOne({ op: 'replace', path: null, value: [{ title: 'x' }] })).toHaveLength(1);
  });

  test('a broken path in a key is refused', () => {
    expect(refuse({ op: 'add', value: { 'emails[type eq': 'x' } })).toMatchObject({
      scimType: 'invalidPath',
    });
  });
});

describe('the strict profile', () => {
  test.each([
    [{ op: 'add', value: { 'name.givenName': 'A' } }, 'There is no attribute "name.givenName"'],
    [{ op: 'add', value: { nope: 'A' } }, 'There is no attribute "nope"'],
    [{ op: 'add', value: { name: { nope: 'A' } } }, 'There is no attribute "name.nope"'],
    [{ op: 'add', path: ENTERPRISE, value: { nope: 'A' } }, `There is no attribute "${ENTERPRISE}:nope"`],
    [{ op: 'add', value: { name: { givenName: 'A', GIVENNAME: 'B' } } }, '"name.givenName" is given twice'],
  ])('refuses %j', (operation, detail) => {
    const refusal = refuse(operation, 'strict');
    expect(refusal).toMatchObject({ status: 400, scimType: 'invalidSyntax' });
    expect(refusal.detail).toContain(detail);
  });

  test('leaves values as they are for the domain to refuse', () => {
    const strict = (operation: JsonValue) => parseOne(operation, 'User', 'strict')[0]?.value;
    expect(strict({ op: 'replace', path: 'active', value: 'False' })).toBe('False');
    expect(strict({ op: 'replace', path: 'title', value: ['x'] })).toEqual(['x']);
    expect(strict({ op: 'replace', path: 'emails', value: { value: 'x' } })).toEqual({ value: 'x' });
    expect(strict({ op: 'add', path: 'emails', value: { value: 'x' } })).toEqual([{ value: 'x' }]);
    expect(strict({ op: 'replace', path: 'manager', value: 'x' })).toBe('x');
    expect(
      refuse({ op: 'add', path: 'urn:scim:schemas:core:1.0:title', value: 'x' }, 'strict'),
    ).toMatchObject({
      scimType: 'invalidPath',
    });
  });
});

test('operations stay in their order', () => {
  const titles = ['a', 'b', 'c'].map((value) => ({ op: 'add', path: 'title', value }));
  expect(parse(titles).map(({ value }) => value)).toEqual(['a', 'b', 'c']);
});

test('no JSON at all makes it fail in another way than a refusal', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('add', 'remove', 'replace'),
      fc.string(),
      (value, op, path) => {
        try {
          parseOne({ op, path, value });
          parseOne({ op, value });
        } catch (error) {
          expect(error).toHaveProperty('scimType');
        }
      },
    ),
  );
});
