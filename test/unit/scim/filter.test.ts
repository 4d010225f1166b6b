import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScimError } from '../../../facades/scim/errors.js';
import { parseFilter } from '../../../facades/scim/filter.js';
import { filterLimits } from '../../../facades/scim/filter-parser.js';
import { filterTree, printFilter } from './filter-text.js';

/*
 * Faults that were planted in the parser, each caught here or in path.test.ts: `or` binds tighter than `and` · `not`
 * is dropped · the depth is one less · the depth never comes back · an escaped quote ends a string · the form with a
 * sub-attribute after the bracket becomes an `or` · operators count letter case · a URN is cut at its first dot.
 */

const compare = (attribute: string, operator: string, value: unknown) => ({
  compare: { attribute, operator, value },
});

function refusal(text: string, options = {}): string {
  try {
    parseFilter(text, options);
  } catch (error) {
    expect(error).toBeInstanceOf(ScimError);
    expect(error).toMatchObject({ status: 400, scimType: 'invalidFilter' });
    return (error as ScimError).message;
  }
  throw new Error(`The filter ${text} was accepted.`);
}

describe('the grammar', () => {
  test.each([
    ['userName Eq "john"', compare('userName', 'EQ', 'john')],
    ['name.familyName co "O\'Malley"', compare('name.familyName', 'CO', "O'Malley")],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
      compare('urn:ietf:params:scim:schemas:core:2.0:User:userName', 'SW', 'J'),
    ],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName pr',
      { present: 'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName' },
    ],
    [
      'urn:ietf:params:scim:schemas:extension:platform:User:2.0:role eq "x"',
      compare('urn:ietf:params:scim:schemas:extension:platform:User:2.0:role', 'EQ', 'x'),
    ],
    [
      'urn:ietf:params:scim:schemas:extension:platform:User:2.0 pr',
      { present: 'urn:ietf:params:scim:schemas:extension:platform:User:2.0' },
    ],
    ['members.$ref eq "x"', compare('members.$ref', 'EQ', 'x')],
    ['active eq TRUE', compare('active', 'EQ', true)],
    ['title eq null', compare('title', 'EQ', null)],
    ['x gt -12.5e3', compare('x', 'GT', -12500)],
    ['not(title PR)', { not: { present: 'title' } }],
    ['NOT (title pr)', { not: { present: 'title' } }],
    ['a pr Or b pr AND c pr', { or: [{ present: 'a' }, { and: [{ present: 'b' }, { present: 'c' }] }] }],
    ['(a pr or b pr) and c pr', { and: [{ or: [{ present: 'a' }, { present: 'b' }] }, { present: 'c' }] }],
    ['a pr and b pr and c pr', { and: [{ present: 'a' }, { present: 'b' }, { present: 'c' }] }],
    [
      'emails[type eq "work" and value co "@x"]',
      {
        element: {
          attribute: 'emails',
          where: { and: [compare('type', 'EQ', 'work'), compare('value', 'CO', '@x')] },
        },
      },
    ],
    [
      'emails[type eq "work"].value eq "a@x"',
      {
        element: {
          attribute: 'emails',
          where: { and: [compare('type', 'EQ', 'work'), compare('value', 'EQ', 'a@x')] },
        },
      },
    ],
    [
      'emails[not (type eq "work")] or and pr',
      {
        or: [
          { element: { attribute: 'emails', where: { not: compare('type', 'EQ', 'work') } } },
          { present: 'and' },
        ],
      },
    ],
    ['not eq "x"', compare('not', 'EQ', 'x')],
  ])('reads %s', (text, tree) => {
    expect(parseFilter(text)).toEqual(tree);
  });

  test('decodes the escapes of JSON strings', () => {
    expect(parseFilter(String.raw`a eq "q\" b\\ \u00e9 \ud83d\ude00 \/ %_é"`)).toEqual(
      compare('a', 'EQ', 'q" b\\ é 😀 / %_é'),
    );
  });

  test('every tree comes back from any way of writing it', () => {
    fc.assert(
      fc.property(filterTree, fc.infiniteStream(fc.nat(1000)), (tree, choices) => {
        expect(parseFilter(printFilter(tree, choices))).toEqual(tree);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('refusals', () => {
  test.each([
    ['', 'Where an attribute is expected, the text ends (at character 1)'],
    ['   ', 'Where an attribute is expected, the text ends (at character 4)'],
    ['userName', 'Where an operator is expected, the text ends (at character 9)'],
    ['userName eq', 'Where a value is expected, the text ends (at character 12)'],
    ['userName regex "x"', '"regex" is no operator'],
    ['userName eq "x', 'The string that begins here has no end (at character 13)'],
    ['userName eq "x" "y"', 'Where "and" or "or" is expected, a string stands (at character 17)'],
    ['and userName eq "x"', '"userName" is no operator'],
    ['userName eq "x" and', 'Where an attribute is expected, the text ends'],
    ['(userName eq "x"', 'Where "and", "or" or ")" is expected, the text ends'],
    ['userName eq "x")', 'Where "and" or "or" is expected, ")" stands (at character 16)'],
    ['emails[type eq "work"', 'Where "and", "or" or "]" is expected, the text ends'],
    ['emails[]', 'Where an attribute is expected, "]" stands'],
    ['emails[emails[type pr]]', 'Where an operator is expected, "[" stands'],
    ['emails[name.type pr]', '"name.type" is no sub-attribute'],
    ['emails.type[value pr]', 'Where an operator is expected, "[" stands'],
    ['emails[type pr] .value pr', 'Where a sub-attribute is expected, ".value" stands'],
    ['emails[type pr].a.b pr', 'Where a sub-attribute is expected'],
    ['name..x pr', '"name..x" is no attribute name'],
    ['1name pr', '"1name" is no attribute name'],
    ['"name" pr', 'Where an attribute is expected, a string stands'],
    ['a eq [1]', 'Where a value is expected, "[" stands'],
    ['a eq 01', '01 is no value: a text needs double quotes'],
    ['a eq 1e999', '1e999 is no value'],
    ['externalId eq jyoung', 'jyoung is no value: a text needs double quotes'],
    ['a eq"x"', 'A blank is needed before the string (at character 5)'],
    ['a eq "x"and b pr', 'A blank is needed after the string (at character 9)'],
    [String.raw`a eq "\x"`, 'The string is not a JSON string'],
    ['a eq "tab\there"', 'The string is not a JSON string'],
    ['a\npr', 'Only blanks may separate words (at character 2)'],
    ['not userName pr', '"userName" is no operator'],
  ])('%s', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  test('any other text is refused in the same way, never with another failure', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      ' ',
      'not',
      'and',
      'eq',
      'pr',
      'a',
      '.b',
      ':',
      'null',
      '1',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((list) => list.join('')),
        ),
        (text) => {
          try {
            parseFilter(text);
          } catch (error) {
            expect(error).toBeInstanceOf(ScimError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('limits', () => {
  test('length', () => {
    const text = (length: number) => `a eq "${'x'.repeat(length - 7)}"`;
    expect(parseFilter(text(filterLimits.length))).toHaveProperty('compare');
    expect(refusal(text(filterLimits.length + 1))).toContain('longer than 8192 characters');
  });

  test('depth', () => {
    const text = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`;
    expect(parseFilter(text(filterLimits.depth))).toEqual({ present: 'a' });
    expect(refusal(text(filterLimits.depth + 1))).toContain('nests deeper than 20 levels (at character 21)');
    expect(refusal('('.repeat(8000))).toContain('nests deeper');
  });

  test('comparisons', () => {
    const text = (count: number) => Array(count).fill('a pr').join(' or ');
    expect(parseFilter(text(filterLimits.comparisons))).toHaveProperty('or');
    expect(refusal(text(filterLimits.comparisons + 1))).toContain('more than 300 comparisons');
  });
});

test('unquoted literals are an option', () => {
  expect(parseFilter('externalId eq jyoung and active eq true', { unquotedLiterals: true })).toEqual({
    and: [compare('externalId', 'EQ', 'jyoung'), compare('active', 'EQ', true)],
  });
});
