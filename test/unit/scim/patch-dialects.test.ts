import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePatch } from '../../../facades/scim/patch.js';
import { dialectOf, ENTERPRISE, USER } from './dialects.js';
import { printFilter, type Tree } from './filter-text.js';

/**
 * Edits are drawn, written down as one of the many PATCHes by which providers say the same, and must come back.
 * The writer knows the forms from the providers' documents alone; it shares nothing with the parser.
 */

type Form = 'text' | 'flag' | 'object' | 'list' | 'reference';
const attributes: Readonly<Record<string, { form: Form; urn: string }>> = {
  title: { form: 'text', urn: USER },
  nickName: { form: 'text', urn: USER },
  active: { form: 'flag', urn: USER },
  name: { form: 'object', urn: USER },
  emails: { form: 'list', urn: USER },
  department: { form: 'text', urn: ENTERPRISE },
  manager: { form: 'reference', urn: ENTERPRISE },
};

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const element = fc.record(
  { value: text, type: fc.constantFrom('work', 'home'), display: text, primary: fc.boolean() },
  { requiredKeys: ['value'], noNullPrototype: true },
);
const values: Readonly<Record<Form, fc.Arbitrary<unknown>>> = {
  text,
  flag: fc.boolean(),
  object: fc.record({ givenName: text, familyName: text }, { requiredKeys: [], noNullPrototype: true }),
  list: fc.array(element, { minLength: 1, maxLength: 3 }),
  reference: text.map((value) => ({ value })),
};

interface Edit {
  readonly operation: string;
  readonly attribute: string;
  readonly subAttribute?: string;
  readonly where?: Tree;
  readonly value?: unknown;
}

const whole = fc
  .constantFrom(...Object.keys(attributes))
  .chain((attribute) =>
    fc.record({ attribute: fc.constant(attribute), value: values[attributes[attribute]?.form ?? 'text'] }),
  );
const part = fc.oneof(
  fc.record({
    attribute: fc.constant('name'),
    subAttribute: fc.constantFrom('givenName', 'familyName'),
    value: text,
  }),
  fc.record({ attribute: fc.constant('manager'), subAttribute: fc.constant('displayName'), value: text }),
);
const leaf: fc.Arbitrary<Tree> = fc
  .oneof(
    fc.record({
      attribute: fc.constantFrom('type', 'value', 'display'),
      operator: fc.constantFrom('EQ', 'SW'),
      value: text,
    }),
    fc.record({ attribute: fc.constant('primary'), operator: fc.constant('EQ'), value: fc.boolean() }),
  )
  .map((compare) => ({ compare }));
const where: fc.Arbitrary<Tree> = fc.oneof(
  leaf,
  fc.tuple(leaf, leaf).map((and): Tree => ({ and })),
  leaf.map((not): Tree => ({ not })),
);
const filtered = fc.oneof(
  fc.record({
    attribute: fc.constant('emails'),
    where,
    subAttribute: fc.constantFrom('value', 'display'),
    value: text,
  }),
  fc.record({ attribute: fc.constant('emails'), where, value: element }),
);
const edit: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom('ADD', 'REPLACE', 'REMOVE'), fc.oneof(whole, part, filtered))
  .map(([operation, { value, ...target }]) =>
    operation === 'REMOVE' ? { operation, ...target } : { operation, ...target, value },
  );

type Draw = (sides: number) => number;
const anyCase = (draw: Draw, word: string): string =>
  [...word].map((letter) => (draw(2) ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** The boolean literals of a filter as text, as Entra ID quotes them. */
const quoted = (draw: Draw, tree: Tree): Tree => {
  if ('and' in tree) return { and: tree.and.map((term) => quoted(draw, term)) };
  if ('not' in tree) return { not: quoted(draw, tree.not) };
  if (!('compare' in tree) || typeof tree.compare.value !== 'boolean' || draw(2)) return tree;
  return { compare: { ...tree.compare, value: anyCase(draw, String(tree.compare.value)) } };
};

function writtenPath(
  draw: Draw,
  { attribute, where: filter, subAttribute }: Edit,
  choices: Iterator<number>,
): string {
  const urn = attributes[attribute]?.urn ?? USER;
  const name = anyCase(draw, draw(2) ? `${urn}:${attribute}` : attribute);
  const brackets = filter ? `[${printFilter(quoted(draw, filter), choices)}]` : '';
  return name + brackets + (subAttribute ? `.${anyCase(draw, subAttribute)}` : '');
}

function writtenElement(draw: Draw, object: object, inList = true): unknown {
  const keys = Object.entries(object).map(([key, inner]) => [anyCase(draw, key), written(draw, inner)]);
  const onlyValue = Object.keys(object).join() === 'value';
  if (onlyValue && draw(2)) return (object as { value: unknown }).value;
  return Object.fromEntries(inList && draw(2) ? [...keys, ['$ref', null]] : keys);
}

function written(draw: Draw, value: unknown): unknown {
  if (typeof value === 'boolean') return draw(2) ? value : anyCase(draw, String(value));
  return value;
}

function writtenValue(draw: Draw, { attribute, subAttribute, where: filter, value }: Edit): unknown {
  const form = subAttribute ? 'text' : filter ? 'element' : attributes[attribute]?.form;
  const maybeList = (single: unknown) => (draw(3) === 0 ? [single] : single);
  if (form === 'list') {
    const list = (value as object[]).map((each) => writtenElement(draw, each));
    return list.length === 1 && draw(2) ? list[0] : list;
  }
  if (form === 'element' || form === 'reference') {
    return maybeList(writtenElement(draw, value as object, form === 'element'));
  }
  if (form === 'object') {
    return Object.fromEntries(
      Object.entries(value as object).map(([key, inner]) => [anyCase(draw, key), inner]),
    );
  }
  return maybeList(written(draw, value));
}

function writtenOperation(
  draw: Draw,
  each: Edit,
  choices: Iterator<number>,
): { json: object; pathless: boolean } {
  const path = writtenPath(draw, each, choices);
  const op = [anyCase(draw, 'op'), anyCase(draw, each.operation)] as const;
  if (!('value' in each))
    return { json: Object.fromEntries([op, [anyCase(draw, 'path'), path]]), pathless: false };
  const value = writtenValue(draw, each);
  const pathless = draw(2) === 1;
  const rest = pathless
    ? [[anyCase(draw, 'value'), { [path]: value }]]
    : [
        [anyCase(draw, 'path'), path],
        [anyCase(draw, 'value'), value],
      ];
  return { json: Object.fromEntries([op, ...rest]), pathless };
}

test('an edit comes back from every way in which a provider may write it', () => {
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(1000)),
      (edits, choices) => {
        const draw: Draw = (sides) => (choices.next().value as number) % sides;
        const operations = edits.map((each) => writtenOperation(draw, each, choices));
        const body = JSON.parse(
          JSON.stringify({
            schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
            Operations: operations.map(({ json }) => json),
          }),
        );
        const expected = edits.map((each, index) => ({
          ...each,
          attribute:
            attributes[each.attribute]?.urn === ENTERPRISE
              ? `${ENTERPRISE}:${each.attribute}`
              : each.attribute,
          ...(operations[index]?.pathless ? { fromPathless: true } : {}),
        }));
        expect(parsePatch(body, dialectOf('User'))).toEqual(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
