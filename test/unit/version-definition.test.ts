import { expect, test } from 'vitest';
import { validateVersionDefinition } from '../../src/apps/version-definition.js';

const component = (id: string, more: object = {}) => ({
  id,
  name: `name-${id}`,
  type: 'Text',
  order: 1,
  layout: {},
  properties: {},
  ...more,
});
const page = (id: string, components: object[], more: object = {}) => ({
  id,
  name: id,
  handle: id,
  order: 1,
  components,
  ...more,
});
const query = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: 'sql',
  source: 'select 1',
  options: {},
  ...more,
});
const definition = (more: object = {}) => ({
  formatVersion: 1,
  settings: {},
  pages: [],
  queries: [],
  ...more,
});

function problemsOf(value: unknown): string[] {
  const result = validateVersionDefinition(value);
  return 'problems' in result ? result.problems.map((p) => `${p.path}: ${p.message}`) : [];
}

test('a whole definition is returned as it is, a null reference as an absent one', () => {
  const value = definition({
    settings: { theme: 'dark' },
    pages: [
      page('home', [component('a'), component('b', { parentId: 'a' }), component('c', { parentId: null })]),
    ],
    queries: [query('q', { dataSourceId: 'd' })],
  });
  const result = validateVersionDefinition(value);
  expect('definition' in result && result.definition.pages[0]?.components[1]).toEqual(
    component('b', { parentId: 'a' }),
  );
  const withoutNull = JSON.parse(JSON.stringify(value).replace(',"parentId":null', ''));
  expect(JSON.parse(JSON.stringify(result))).toEqual({ definition: withoutNull });
});

test('problems of shape, structure and text are told all at once, unknown keys by name', () => {
  const value = definition({
    formatVersion: 2,
    extra: 1,
    pages: [
      page('home', [
        component('a', { parentId: 'nobody' }),
        component('a'),
        component('b', { parentId: 'c', colour: 'red' }),
        component('c', { parentId: 'b', properties: { text: 'a\0b' } }),
        component('d', { parentId: 'd', name: undefined, layout: [] }),
      ]),
      page('home', [], { name: '' }),
    ],
    queries: [query('q', { kind: 'soap' }), query('q', { source: 7 })],
  });
  expect(problemsOf(value).sort()).toEqual(
    [
      'definition.formatVersion: must be 1',
      'definition.extra: is not a known key',
      'definition.pages[0].components[0].parentId: names "nobody", which is no component of this page',
      'definition.pages[0].components[1].id: is already the id of definition.pages[0].components[0]',
      'definition.pages[0].components[2].colour: is not a known key',
      'definition.pages[0].components[2].parentId: is part of a cycle of parents',
      'definition.pages[0].components[3].properties.text: contains a NUL character',
      'definition.pages[0].components[4].parentId: is part of a cycle of parents',
      'definition.pages[0].components[4].name: is required',
      'definition.pages[0].components[4].layout: must be a JSON object',
      'definition.pages[1].id: is already the id of definition.pages[0]',
      'definition.pages[1].name: must not be empty',
      'definition.queries[0].kind: must be "sql" or "javascript" or "rest"',
      'definition.queries[1].id: is already the id of definition.queries[0]',
      'definition.queries[1].source: must be a string',
    ].sort(),
  );
});

test.each([
  [undefined, 'definition: is required'],
  [null, 'definition: must be an object'],
  ['text', 'definition: must be an object'],
  [[], 'definition: must be an object'],
])('%j is no definition', (value, problem) => {
  expect(problemsOf(value)).toEqual([problem]);
});

test('the same component id may stand on two pages', () => {
  expect(
    problemsOf(definition({ pages: [page('a', [component('x')]), page('b', [component('x')])] })),
  ).toEqual([]);
});

test('what the database could not hold is refused with its place', () => {
  const settings = JSON.parse('{"a":[1e400,"\\ud800"],"b\\u0000":true,"__proto__":{"c":"\\u0000"}}');
  expect(problemsOf(definition({ settings }))).toEqual([
    'definition.settings.a[0]: must be a number that a double can hold',
    'definition.settings.a[1]: contains half of a surrogate pair',
    'definition.settings: has a key that contains a NUL character',
    'definition.settings.__proto__.c: contains a NUL character',
  ]);
});

test('__proto__ as a key of the format is an unknown key', () => {
  const value = JSON.parse('{"formatVersion":1,"settings":{},"pages":[],"queries":[],"__proto__":{}}');
  expect(problemsOf(value)).toEqual(['definition.__proto__: is not a known key']);
});

test('nesting without end is refused without recursion to the end of the stack', () => {
  const settings = JSON.parse(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`);
  expect(problemsOf(definition({ settings }))).toEqual([
    expect.stringMatching(/is nested more than 100 levels deep$/),
  ]);
});

test('a long list of problems is cut with a count', () => {
  const queries = Array.from({ length: 1000 }, () => query('same'));
  const problems = problemsOf(definition({ queries }));
  expect(problems).toHaveLength(201);
  expect(problems.at(-1)).toBe('definition: has 799 more problems');
});

test('a chain of 5,000 nested components and one cycle of 5,000 are both understood', () => {
  const chain = (rootParent: object) =>
    Array.from({ length: 5000 }, (_, i) =>
      component(`c${i}`, i === 0 ? rootParent : { parentId: `c${i - 1}` }),
    );
  expect(problemsOf(definition({ pages: [page('p', chain({}))] }))).toEqual([]);
  expect(problemsOf(definition({ pages: [page('p', chain({ parentId: 'c4999' }))] }))).toHaveLength(1);
});
