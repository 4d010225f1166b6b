import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import {
  createResourceModel,
  type ResourceTypeModel,
} from '../../src/directory/attributes/resource-model.js';
import { applyEdits } from '../../src/directory/edits/apply-edits.js';
import type { AttributeEdit } from '../../src/directory/edits/attribute-edit.js';
import { resolveEdits } from '../../src/directory/edits/resolve-edits.js';
import { DomainError } from '../../src/errors.js';
import { configuredDevice } from '../support/device-type.js';
import {
  applied,
  type Edit,
  type Leniency,
  type Plain,
  Refusal,
  type Shape,
} from '../support/reference/edit-reference.js';
import type { Filter, Known } from '../support/reference/filter-reference.js';

/**
 * Random edits against a second implementation. The seed is printed; set EDIT_SEED to run it again.
 *
 * Faults that were put into the program on purpose, and that this file caught, each by itself:
 *  1. setting one element primary left another one primary;
 *  2. `add` appended what was there already;
 *  3. `replace` of a complex value cleared the sub-attributes it did not name;
 *  4. the filter of a path was passed over;
 *  5. an element was made from any filter that is nothing but `eq`;
 *  6. a removal that matched nothing succeeded in a workspace that refuses it;
 *  7. an immutable value could change;
 *  8. what is required could be emptied;
 *  9. a removal with a list of values removed all.
 */

const seed = Number(process.env.EDIT_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`edit seed ${seed}\n`);
const model = createResourceModel('platform', configuredDevice);
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const userShapes: Record<string, Shape> = {
  userName: { form: 'one', required: true },
  displayName: { form: 'one' },
  active: { form: 'one' },
  name: { form: 'object' },
  emails: { form: 'listOfObjects', types: ['work', 'home', 'other'] },
  roles: { form: 'listOfObjects' },
  groups: { form: 'listOfObjects', readOnly: true },
  department: { form: 'one', under: enterprise },
  manager: { form: 'object', under: enterprise },
};
const deviceShapes: Record<string, Shape> = {
  serialNumber: { form: 'one', required: true },
  assetTag: { form: 'one', immutable: true },
  tags: { form: 'list' },
  ports: { form: 'listOfObjects', types: ['copper', 'fibre'] },
  condition: { form: 'one', readOnly: true },
};

const element = (at: string, kind: Known['kind'], inElement: string): [string, Known] => [
  `${at}.${inElement}`,
  { at: [at], kind, inElement, isList: true },
];
const known = new Map([
  ...['emails', 'roles'].flatMap((at) => [
    element(at, 'fold', 'value'),
    element(at, 'fold', 'type'),
    element(at, 'boolean', 'primary'),
  ]),
  element('ports', 'exact', 'value'),
  element('ports', 'fold', 'type'),
  element('ports', 'boolean', 'primary'),
]);

const value = fc.constantFrom('a', 'A', 'b', 'c');
const type = fc.constantFrom('work', 'Work', 'home', 'custom', 'copper');
const part = fc
  .record({ value, type, primary: fc.boolean() }, { requiredKeys: [] })
  .filter((made) => Object.keys(made).length > 0);

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc
    .tuple(fc.constantFrom('EQ', 'EQ', 'NE', 'SW'), value)
    .map(([operator, literal]) => ({ compare: { attribute: 'value', operator, value: literal } })),
  fc
    .tuple(fc.constantFrom('EQ', 'EQ', 'EQ', 'NE'), type)
    .map(([operator, literal]) => ({ compare: { attribute: 'type', operator, value: literal } })),
  fc.boolean().map((literal) => ({ compare: { attribute: 'primary', operator: 'EQ', value: literal } })),
  fc.constantFrom('value', 'type', 'primary').map((present) => ({ present })),
);
const where: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 2, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 2 }).map((and) => ({ and })) },
  { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 2 }).map((or) => ({ or })) },
  { weight: 1, arbitrary: leaf.map((not) => ({ not })) },
);

const operation = fc.constantFrom('ADD' as const, 'REMOVE' as const, 'REPLACE' as const);
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: fc.constant(null) });
/** A removal mostly has no value; an addition or replacement always has one. */
const edit = (
  attribute: string,
  given: fc.Arbitrary<unknown>,
  more: Partial<Edit> = {},
): fc.Arbitrary<Edit> =>
  fc.tuple(operation, orNull(given), fc.boolean()).map(([op, chosen, withValue]) => ({
    operation: op,
    attribute,
    ...more,
    ...(op !== 'REMOVE' || (withValue && Array.isArray(chosen)) ? { value: chosen } : {}),
  }));

function editsOfList(attribute: string): fc.Arbitrary<Edit> {
  return fc.oneof(
    edit(attribute, fc.array(part, { maxLength: 3 })),
    where.chain((condition) => edit(attribute, part, { where: condition })),
    where.chain((condition) => edit(attribute, value, { where: condition, subAttribute: 'value' })),
    where.chain((condition) => edit(attribute, fc.boolean(), { where: condition, subAttribute: 'primary' })),
    edit(attribute, type, { subAttribute: 'type' }),
  );
}

const text = fc.constantFrom('x', 'y', ' ', 'Zoë');
const userEdit = fc.oneof(
  edit('userName', text),
  edit('displayName', text),
  edit('active', fc.boolean()),
  edit('name', fc.record({ givenName: orNull(text), familyName: orNull(text) }, { requiredKeys: [] })),
  edit('name', text, { subAttribute: 'givenName' }),
  edit('department', text),
  edit('manager', fc.record({ value: text })),
  editsOfList('emails'),
  editsOfList('emails'),
  editsOfList('roles'),
  edit('groups', fc.array(part, { maxLength: 1 })),
  edit('nonsense', text),
);
const deviceEdit = fc.oneof(
  edit('serialNumber', text),
  edit('assetTag', text),
  edit('tags', fc.array(value, { maxLength: 3 })),
  edit('condition', text),
  editsOfList('ports'),
);

const preferredOnce = (elements: Plain[]): Plain[] => {
  const first = elements.findIndex(({ primary }) => primary === true);
  return elements.map((made, index) =>
    index > first && made.primary === true ? { ...made, primary: false } : made,
  );
};
const elements = fc
  .uniqueArray(part, { maxLength: 3, selector: (made) => JSON.stringify(Object.entries(made).sort()) })
  .map(preferredOnce);
const userDocument = fc.record(
  {
    userName: fc.constant('u'),
    displayName: text,
    active: fc.boolean(),
    emails: elements,
    roles: elements,
    name: fc.record({ givenName: text }),
  },
  { requiredKeys: ['userName'] },
);
const deviceDocument = fc.record(
  { serialNumber: fc.constant('s'), assetTag: text, tags: fc.uniqueArray(value), ports: elements },
  { requiredKeys: ['serialNumber'] },
);

interface Outcome {
  document?: Plain;
  refused?: string;
}

function outcome(work: () => Plain): Outcome {
  try {
    return { document: work() };
  } catch (error) {
    if (error instanceof DomainError || error instanceof Refusal) return { refused: error.code };
    throw error;
  }
}

/** The program knows attributes of extensions by their qualified names. */
function qualified(edits: Edit[], shapes: Record<string, Shape>): AttributeEdit[] {
  return edits.map((made) => {
    const under = shapes[made.attribute]?.under;
    return { ...made, attribute: under ? `${under}:${made.attribute}` : made.attribute } as AttributeEdit;
  });
}

const withoutEmptyLists = (document: Plain): Plain =>
  Object.fromEntries(
    Object.entries(document).filter(([, held]) => !(Array.isArray(held) && held.length === 0)),
  );

test.each([
  ['user', userShapes, userEdit, userDocument],
  ['device', deviceShapes, deviceEdit, deviceDocument],
] as const)(
  'any edits of a %s come to what the reference makes of them',
  (name, shapes, anEdit, aDocument) => {
    const type = model.types.get(name) as ResourceTypeModel;
    const codes = new Map<string, number>();
    fc.assert(
      fc.property(
        aDocument as fc.Arbitrary<Plain>,
        fc.array(anEdit, { minLength: 1, maxLength: 4 }),
        fc.record<Leniency>({ create: fc.boolean(), ignoreMissing: fc.boolean() }),
        (made, edits, leniency) => {
          const document = withoutEmptyLists(made);
          const before = structuredClone(document);
          const expected = outcome(() => applied(document, edits, shapes, known, leniency));
          const actual = outcome(() =>
            applyEdits(type, document as JsonObject, resolveEdits(type, qualified(edits, shapes)), {
              createMissingElements: leniency.create,
              missingTargets: leniency.ignoreMissing ? 'ignore' : 'refuse',
            }),
          );
          expect(actual).toEqual(expected);
          expect(document).toEqual(before);
          const code = expected.refused ?? 'applied';
          codes.set(code, (codes.get(code) ?? 0) + 1);
        },
      ),
      { numRuns: 5_000, seed },
    );
    // Both outcomes must have been common, or the comparison would prove little.
    expect(codes.get('applied')).toBeGreaterThan(1_000);
    expect([...codes.keys()]).toEqual(
      expect.arrayContaining(['TARGET_NOT_FOUND', 'ATTRIBUTE_IMMUTABLE', 'VALUE_INVALID']),
    );
  },
);
