import fc from 'fast-check';

/**
 * Random filters and a printer for them, written from the grammar of RFC 7644 alone: it shares nothing with
 * the parser under test. The printer draws every free choice (letter case, blanks, needless parentheses).
 */

export type Tree =
  | { and: Tree[] }
  | { or: Tree[] }
  | { not: Tree }
  | { compare: { attribute: string; operator: string; value: string | number | boolean | null } }
  | { present: string }
  | { element: { attribute: string; where: Tree } };

const name = fc
  .tuple(
    fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ'),
    fc.string({ unit: fc.constantFrom(...'abzAZ019-_'), maxLength: 6 }),
  )
  .map(([first, rest]) => first + rest);
const urn = fc.constantFrom(
  '',
  'urn:ietf:params:scim:schemas:core:2.0:User:',
  'urn:ietf:params:scim:schemas:extension:platform:User:2.0:',
  'http://schemas.example.com/2006/11/Thing:',
);
const path = fc
  .tuple(urn, name, fc.option(name, { nil: undefined }))
  .map(([prefix, first, second]) => prefix + first + (second === undefined ? '' : `.${second}`));
const elementAttribute = fc.tuple(urn, name).map(([prefix, first]) => prefix + first);
const literal = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.boolean(),
  fc.constant(null),
);
const operator = fc.constantFrom('EQ', 'NE', 'CO', 'SW', 'EW', 'GT', 'GE', 'LT', 'LE');
const leaf = (attribute: fc.Arbitrary<string>): fc.Arbitrary<Tree> =>
  fc.oneof(
    fc.record(
      { compare: fc.record({ attribute, operator, value: literal }, { noNullPrototype: true }) },
      { noNullPrototype: true },
    ),
    fc.record({ present: attribute }, { noNullPrototype: true }),
  );
const branches = (attribute: fc.Arbitrary<string>, brackets: boolean): fc.Arbitrary<Tree> =>
  fc.letrec<{ tree: Tree }>((tie) => {
    const list = fc.array(tie('tree'), { minLength: 2, maxLength: 3 });
    return {
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf(attribute),
        list.map((and): Tree => ({ and })),
        list.map((or): Tree => ({ or })),
        tie('tree').map((not): Tree => ({ not })),
        brackets
          ? fc
              .tuple(elementAttribute, branches(name, false))
              .map(([of, where]): Tree => ({ element: { attribute: of, where } }))
          : leaf(attribute),
      ),
    };
  }).tree;

export const filterTree: fc.Arbitrary<Tree> = branches(path, true);

/** Writes a tree as filter text; `choices` decides everything that the grammar leaves free. */
export function printFilter(tree: Tree, choices: Iterator<number>): string {
  const draw = (sides: number): number => (choices.next().value as number) % sides;
  const blank = (): string => ['', ' ', '  ', '\t'][draw(4)] ?? '';
  const blanks = (): string => ` ${blank()}`;
  const word = (text: string): string =>
    [...text].map((letter) => (draw(2) ? letter.toUpperCase() : letter.toLowerCase())).join('');
  const value = (constant: unknown): string =>
    typeof constant === 'string' && draw(2)
      ? `"${[...constant].map(escaped).join('')}"`
      : typeof constant === 'string' || typeof constant === 'number'
        ? JSON.stringify(constant)
        : word(String(constant));
  const parenthesised = (inner: Tree): string => `(${blank()}${print(inner, 0)}${blank()})`;
  /** Binding: 0 takes anything, 1 no bare `or`, 2 neither `or` nor `and`. */
  const print = (part: Tree, binding: 0 | 1 | 2): string => {
    if ('or' in part && binding > 0) return parenthesised(part);
    if ('and' in part && binding > 1) return parenthesised(part);
    if (draw(12) === 0) return parenthesised(part);
    if ('or' in part) return part.or.map((term) => print(term, 1)).join(blanks() + word('or') + blanks());
    if ('and' in part) return part.and.map((term) => print(term, 2)).join(blanks() + word('and') + blanks());
    if ('not' in part) return `${word('not')}${blank()}${parenthesised(part.not)}`;
    if ('present' in part) return part.present + blanks() + word('pr');
    if ('element' in part)
      return `${part.element.attribute}[${blank()}${print(part.element.where, 0)}${blank()}]`;
    const { attribute, operator: comparison, value: constant } = part.compare;
    return attribute + blanks() + word(comparison) + blanks() + value(constant);
  };
  return blank() + print(tree, 0) + blank();
}

/** A character as the JSON escape of its UTF-16 units, where a printed form may differ from the plain one. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
