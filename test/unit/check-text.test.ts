import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkText } from '../../facades/graphql/check-text.js';

const check = (text: string) => () => checkText(parse(text), { maxAliases: 3 });

const fragments = (count: number, body: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => `fragment F${i} on Query { ${body(i)} }`).join(' ');

describe('fragments in a circle', () => {
  test.each([
    ['one in itself', '{ ...A } fragment A on Query { ...A }', 'A'],
    ['two in each other', '{ ...A } fragment A on Query { b ...B } fragment B on Query { a { ...A } }', 'A'],
    ['inside an inline fragment that nobody uses', '{ a } fragment A on Query { ... { ...A } }', 'A'],
    ['at the end of a long way', `{ ...F0 } ${fragments(100, (i) => `...F${Math.min(i + 1, 99)}`)}`, 'F99'],
    // Left to graphql-js, one like this may overflow the stack: it compares every pair of fragments.
    [
      'a hundred in many circles',
      `{ ...F0 } ${fragments(100, (i) => [7, 13, 17, 19].map((step) => `...F${(i * step + 1) % 100}`).join(' '))}`,
      'F0',
    ],
  ])('%s', (_, text, name) => {
    expect(check(text)).toThrow(`The fragment "${name}" is spread within itself.`);
  });

  test('are told from those that meet again', () => {
    const meeting = fragments(99, (i) => `...F${i + 1} ...F${Math.min(i + 2, 99)}`);
    expect(check(`{ ...F0 ...F1 } ${meeting} fragment F99 on Query { a }`)).not.toThrow();
    expect(check('{ ...Unknown }')).not.toThrow();
  });
});

describe('what validation compares pair by pair', () => {
  test.each([
    ['4 aliases', `{ a: x b: x ... { c: x } } fragment A on Query { d: x }`, 'aliases'],
    ['101 fragments', `{ ...F0 } ${fragments(101, () => 'a')}`, 'fragments'],
    ['a name 201 times', `{ ${'a { a } '.repeat(100)} } fragment A on Query { a }`, 'selections of one name'],
  ])('is limited: %s', (_, text, what) => {
    expect(check(text)).toThrow(`for ${what}.`);
  });

  test('may come up to the limit', () => {
    expect(check(`{ a: x b: x c: x ${'d { e } '.repeat(200)} }`)).not.toThrow();
    expect(check(`{ ...F0 } ${fragments(100, () => 'a')}`)).not.toThrow();
  });
});
