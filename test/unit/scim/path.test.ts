import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePath } from '../../../facades/scim/path.js';
import { refusalOf } from './dialects.js';
import { filterTree, printFilter } from './filter-text.js';

test.each([
  ['userName', { attribute: 'userName' }],
  ['name.familyName', { attribute: 'name', subAttribute: 'familyName' }],
  ['urn:a:2.0:User:name.familyName', { attribute: 'urn:a:2.0:User:name', subAttribute: 'familyName' }],
  ['urn:a:enterprise:2.0:User', { attribute: 'urn:a:enterprise:2.0:User' }],
  ['urn:a:platform:User:2.0', { attribute: 'urn:a:platform:User:2.0' }],
  ['urn:a:platform:User:2.0:role', { attribute: 'urn:a:platform:User:2.0:role' }],
  [
    'emails[type eq "work"]',
    { attribute: 'emails', where: { compare: { attribute: 'type', operator: 'EQ', value: 'work' } } },
  ],
  [
    'urn:a:2.0:User:emails[type eq "wo]rk"].$ref',
    {
      attribute: 'urn:a:2.0:User:emails',
      where: { compare: { attribute: 'type', operator: 'EQ', value: 'wo]rk' } },
      subAttribute: '$ref',
    },
  ],
])('reads %s', (text, path) => {
  expect(parsePath(text)).toEqual(path);
});

test.each([
  ['emails[', 'Where an attribute is expected, the text ends (at character 8)'],
  ['emails[0]', '"0" is no sub-attribute (at character 8)'],
  ['a..b', '"a..b" is no attribute name'],
  ['name.', '"name." is no attribute name'],
  ['.name', '".name" is no attribute name'],
  ['a.b.c', '"a.b.c" is no attribute name'],
  ['a b', 'Where the end of the path is expected, "b" stands (at character 3)'],
  ['emails.type[value pr]', 'Where the end of the path is expected, "[" stands'],
  [
    'emails[type eq "work"]value',
    'Where "." and a sub-attribute, or the end of the path is expected, "value" stands',
  ],
  ['emails[type eq "work"].', 'Where "." and a sub-attribute'],
  ['emails[type eq "work"].value.x', 'Where "." and a sub-attribute'],
  ['emails[type eq "work"].value x', 'Where the end of the path is expected, "x" stands'],
  ['emails[type xx "work"]', '"xx" is no operator'],
  ['emails[type eq "work"', 'the text ends'],
  ['', 'Where an attribute is expected, the text ends (at character 1)'],
])('refuses %s', (text, message) => {
  const refusal = refusalOf(() => parsePath(text));
  expect(refusal).toMatchObject({ status: 400, scimType: 'invalidPath' });
  expect(refusal.detail).toContain(message);
});

test('every element filter comes back from a value path', () => {
  const elementFilter = filterTree.filter((tree) => !/element|[.:]/.test(JSON.stringify(names(tree))));
  fc.assert(
    fc.property(elementFilter, fc.infiniteStream(fc.nat(1000)), fc.boolean(), (where, choices, sub) => {
      const text = `emails[${printFilter(where, choices)}]${sub ? '.value' : ''}`;
      expect(parsePath(text)).toEqual({
        attribute: 'emails',
        where,
        ...(sub ? { subAttribute: 'value' } : {}),
      });
    }),
  );
});

/** The keys and attribute names of a tree, without its literals. */
function names(tree: object): unknown {
  return Object.entries(tree).map(([key, part]) =>
    key === 'value' ? key : typeof part === 'object' && part !== null ? [key, names(part)] : [key, part],
  );
}
