import fc from 'fast-check';
import type { Filter, Kind, Known, Thing } from './reference/filter-reference.js';

const letters = [
  'a',
  'A',
  'b',
  'É',
  'e\u0301',
  'ß',
  'ss',
  'Σ',
  'ς',
  '%',
  '_',
  '\\',
  '"',
  "'",
  ' ',
  '\uff21',
  '😀',
  '1',
];

/** A short text of letters that compare badly: case pairs, combining marks, wildcards, quotes. */
export const awkwardText = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));

const textOperators = ['EQ', 'NE', 'CO', 'SW', 'EW', 'GT', 'GE', 'LT', 'LE'];
const orderOperators = ['EQ', 'NE', 'GT', 'GE', 'LT', 'LE'];

function operatorsOf(kind: Kind): string[] {
  if (kind === 'boolean') return ['EQ', 'NE'];
  if (kind === 'binary') return ['EQ', 'NE', 'CO', 'SW', 'EW'];
  return kind === 'number' || kind === 'instant' ? orderOperators : textOperators;
}

/** Random filters whose literals are mostly taken from the objects, whole or in part, in any letter case. */
export function filterArbitrary(
  things: readonly Thing[],
  known: ReadonlyMap<string, Known>,
): fc.Arbitrary<Filter> {
  const names = [...known.keys()].filter((name) => !['name'].includes(name) && !isSchema(name));
  const present = fc
    .constantFrom(...known.keys())
    .chain((name) => anyCase(name))
    .map((present) => ({ present }));
  const compare = comparison(names, things, known, (name) => name);
  const lists = [
    ...new Set(
      names
        .filter((name) => known.get(name)?.isList && name.includes('.') && !name.startsWith('urn:'))
        .map((name) => name.split('.')[0] as string),
    ),
  ];
  const element = fc.constantFrom(...lists).chain((list) => {
    const parts = names.filter((name) => name.startsWith(`${list}.`));
    const leaf = fc.oneof(
      { weight: 4, arbitrary: comparison(parts, things, known, (name) => name.slice(list.length + 1)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...parts).map((name) => ({ present: name.slice(list.length + 1) })),
      },
    );
    return combine(leaf, 2).map((where) => ({ element: { attribute: list, where } }));
  });
  // Look-ups joined by `or` are compiled in a way of their own.
  const equality = comparison(
    names.filter((name) => lookUps.has(name)),
    things,
    known,
    (name) => name,
  ).map((filter) => ('compare' in filter ? { compare: { ...filter.compare, operator: 'EQ' } } : filter));
  const lookUp = fc.oneof(
    { weight: 3, arbitrary: equality },
    { weight: 1, arbitrary: fc.tuple(equality, compare).map((and) => ({ and })) },
    { weight: 1, arbitrary: element },
  );
  const anyOfLookUps = fc.array(lookUp, { minLength: 2, maxLength: 4 }).map((or) => ({ or }));
  return combine(
    fc.oneof(
      { weight: 6, arbitrary: compare },
      { weight: 1, arbitrary: present },
      { weight: 2, arbitrary: element },
      { weight: 2, arbitrary: anyOfLookUps },
    ),
    3,
  );
}

/** Attributes that an index answers by equality. */
const lookUps: ReadonlySet<string> = new Set([
  'id',
  'externalid',
  'username',
  'displayname',
  'serialnumber',
  'emails',
  'emails.value',
  'groups',
  'groups.value',
  'members',
  'members.value',
]);

function combine(leaf: fc.Arbitrary<Filter>, maxDepth: number): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      {
        weight: 1,
        arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      },
      { weight: 1, arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
      { weight: 1, arbitrary: tie('filter').map((not) => ({ not })) },
    ),
  })).filter;
}

function comparison(
  names: readonly string[],
  things: readonly Thing[],
  known: ReadonlyMap<string, Known>,
  shown: (name: string) => string,
): fc.Arbitrary<Filter> {
  return fc.constantFrom(...names).chain((name) => {
    const by = known.get(name) as Known;
    return fc
      .tuple(anyCase(shown(name)), fc.constantFrom(...operatorsOf(by.kind)), literal(by, things))
      .map(([attribute, operator, value]) => ({
        compare: {
          attribute,
          operator: value === null && !['EQ', 'NE'].includes(operator) ? 'EQ' : operator,
          value,
        },
      }));
  });
}

function literal(by: Known, things: readonly Thing[]): fc.Arbitrary<unknown> {
  const stored = things.flatMap((thing) => storedValues(by, thing));
  const fromData = stored.length > 0 ? fc.constantFrom(...stored) : fc.constant(undefined);
  const nothing = { weight: 1, arbitrary: fc.constant(null) };
  if (by.kind === 'boolean') return fc.oneof(nothing, { weight: 9, arbitrary: fc.boolean() });
  if (by.kind === 'number') {
    const near = fromData.map((value) => (typeof value === 'number' ? value : 1));
    return fc.oneof(
      nothing,
      { weight: 9, arbitrary: near },
      { weight: 3, arbitrary: near.map((value) => value + 0.5) },
    );
  }
  if (by.kind === 'instant') {
    const near = fromData.map((value) => String(value ?? '2026-01-01T00:00:00Z'));
    const shifted = near.map((value) => new Date(Date.parse(value)).toISOString().replace('Z', '0001Z'));
    return fc.oneof(nothing, { weight: 6, arbitrary: near }, { weight: 3, arbitrary: shifted });
  }
  const text = fromData.map((value) => String(value ?? ''));
  const part = fc.tuple(text, fc.nat(4), fc.nat(4)).map(([value, from, length]) =>
    Array.from(value)
      .slice(from, from + length + 1)
      .join(''),
  );
  return fc.oneof(
    nothing,
    { weight: 6, arbitrary: text },
    { weight: 3, arbitrary: part },
    {
      weight: 2,
      arbitrary: fc
        .tuple(text, fc.boolean())
        .map(([value, up]) => (up ? value.toUpperCase() : value.toLowerCase())),
    },
    { weight: 1, arbitrary: awkwardText },
  );
}

function storedValues(by: Known, thing: Thing): unknown[] {
  const value = by.at.reduce<unknown>((held, key) => (held as Thing | undefined)?.[key], thing);
  const list = by.isList ? (Array.isArray(value) ? value : []) : [value];
  return list
    .map((item) => (by.inElement ? (item as Thing)[by.inElement] : item))
    .filter((item) => ['string', 'number', 'boolean'].includes(typeof item));
}

function anyCase(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(name, name.toUpperCase(), name.toLowerCase());
}

function isSchema(name: string): boolean {
  return name.startsWith('urn:') && /:(user|device)$/.test(name);
}
