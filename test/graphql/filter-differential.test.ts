import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { AttributeFilter } from '../../src/directory/filter/attribute-filter.js';
import { createProvisionedResource } from '../../src/directory/provisioning/create-provisioned-resource.js';
import { editProvisionedResource } from '../../src/directory/provisioning/edit-provisioned-resource.js';
import { getProvisionedResource } from '../../src/directory/provisioning/get-provisioned-resource.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import { configuredDevice, WARRANTY } from '../support/device-type.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { awkwardText, filterArbitrary } from '../support/filter-arbitrary.js';
import { deviceAttributes, groupAttributes, userAttributes } from '../support/reference/filter-attributes.js';
import {
  compareBy,
  type Filter,
  type Known,
  meets,
  type Thing,
} from '../support/reference/filter-reference.js';

/**
 * Random filters over random resources: the answer of the database against a second implementation in
 * memory. The seed is printed; set FILTER_SEED to run it again.
 *
 * Faults that were put into the program on purpose, and that this file caught, each by itself:
 *  1. `not (a and b)` compiled to `not a and not b`;
 *  2. `ne` left out resources without a value;
 *  3. conditions in brackets held on different elements;
 *  4. `ge` compared as `gt`;
 *  5. an instant between two milliseconds equalled the lower one;
 *  6. `co` was a LIKE whose `%`, `_` and `\\` were not escaped;
 *  7. literals were compared without case folding;
 *  8. texts were ordered by a collation instead of by code point;
 *  9. a list was sorted by its first element where another was primary;
 * 10. missing values came first in ascending order;
 * 11. `pr` held for an empty text;
 * 12. of look-ups joined by `or`, those in the resource's own columns were lost;
 * 13. `not (a ne b)` stayed `ne`.
 */

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const seed = Number(process.env.FILTER_SEED ?? Date.now() % 2 ** 31);
const things: Record<'User' | 'Group' | 'Device', Thing[]> = { User: [], Group: [], Device: [] };
let directory: Directory;
let workspaceId: string;

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const userShape = fc.record({
  displayName: maybe(awkwardText),
  nickName: maybe(fc.oneof(awkwardText, fc.constant(''))),
  externalId: maybe(awkwardText),
  active: fc.boolean(),
  profileUrl: maybe(fc.constantFrom('https://a.example/x', 'https://A.example/x')),
  name: maybe(fc.record({ familyName: maybe(awkwardText), givenName: maybe(awkwardText) })),
  emails: maybe(
    fc.uniqueArray(
      fc.record({
        value: maybe(fc.constantFrom('a@x', 'A@x', 'b@x', 'B@Y', 'ß@y', 'c')),
        type: maybe(fc.constantFrom('work', 'Work', 'home')),
        display: fc.constant('shown'),
      }),
      { maxLength: 3, selector: (email) => JSON.stringify(email) },
    ),
  ),
  primary: fc.nat(3),
  department: maybe(fc.constantFrom('Sales', 'sales', 'IT', '')),
  manager: maybe(fc.nat(5)),
  groups: fc.subarray([0, 1, 2, 3]),
});

const deviceShape = fc.record({
  label: maybe(awkwardText),
  powered: maybe(fc.boolean()),
  weight: maybe(fc.constantFrom(0, -1.5, 2, 2.5, 10, 1e15)),
  slots: maybe(fc.integer({ min: -3, max: 12 })),
  madeAt: maybe(
    fc.constantFrom(
      '2026-01-01T00:00:00Z',
      '2026-01-01T01:00:00+01:00',
      '2026-01-01T00:00:00.000000001Z',
      '2025-12-31T23:59:59.9-05:00',
    ),
  ),
  certificate: maybe(fc.constantFrom('AAAA', 'aaaa')),
  tags: maybe(fc.array(awkwardText, { maxLength: 3 })),
  ports: maybe(
    fc.array(
      fc.record({
        value: maybe(fc.constantFrom('p1', 'P1', 'p2')),
        speed: maybe(fc.constantFrom(10, 100, 1000)),
        up: maybe(fc.boolean()),
        type: maybe(fc.constantFrom('copper', 'Fibre')),
      }),
      { maxLength: 3 },
    ),
  ),
  until: maybe(fc.constantFrom('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z')),
});

beforeAll(async () => {
  process.stdout.write(`filter seed ${seed}\n`);
  directory = await openDirectory(configuredDevice);
  workspaceId = await directory.newWorkspace();
  const groups: string[] = [];
  for (const displayName of ['Straße', 'Sales', 'SALES %', 'b'])
    groups.push(await create('Group', { displayName }));
  const users: string[] = [];
  const shapes = fc.sample(userShape, { numRuns: 70, seed });
  for (const [index, shape] of shapes.entries()) {
    const { primary, department, manager, groups: memberOf, emails, ...plain } = shape;
    const id = await create('User', {
      userName: `${['Ann', 'bOb', 'Ｃｉ', 'É', 'straße', 'ΑΣ'][index % 6]} ${index}`,
      ...plain,
      emails: emails?.map((email, place) => (place === primary ? { ...email, primary: true } : email)),
      [ENTERPRISE]: {
        department,
        manager: manager === undefined ? undefined : { value: users[manager] ?? 'nobody' },
      },
    });
    users.push(id);
    for (const group of memberOf) await addMember(groups[group] as string, id);
  }
  await addMember(groups[1] as string, groups[3] as string);
  for (const [index, shape] of fc.sample(deviceShape, { numRuns: 50, seed }).entries()) {
    const { until, ...plain } = shape;
    await create('Device', {
      serialNumber: `${index % 2 ? 's' : 'S'}${index}`,
      ...plain,
      [WARRANTY]: { contract: `C${index % 7}`, until },
    });
  }
  for (const type of ['User', 'Group', 'Device'] as const) {
    const { items } = await listProvisionedResources(directory.context(), {
      workspaceId,
      type,
      limit: 1_000,
    });
    things[type] = items.map(toThing);
  }
}, 240_000);
afterAll(() => directory.close());

async function create(type: string, attributes: object): Promise<string> {
  const clean = JSON.parse(JSON.stringify(attributes)) as JsonObject;
  const { resource } = await createProvisionedResource(directory.context(), {
    workspaceId,
    type,
    attributes: clean,
  });
  const read = await getProvisionedResource(directory.context(), { workspaceId, type, id: resource.id });
  expect(read?.attributes).toEqual(resource.attributes);
  return resource.id;
}

async function addMember(id: string, member: string): Promise<void> {
  const edits = [{ operation: 'ADD' as const, attribute: 'members', value: [{ value: member }] }];
  await editProvisionedResource(directory.context(), { workspaceId, type: 'Group', id, edits });
}

function toThing({
  id,
  type,
  version,
  createdAt,
  updatedAt,
  schemas,
  attributes,
}: ProvisionedResource): Thing {
  const meta = { resourceType: type, created: createdAt, lastModified: updatedAt, version: `W/"${version}"` };
  return { ...attributes, id, schemas, meta };
}

async function answer(type: string, filter: Filter): Promise<string[]> {
  const { items, totalCount } = await listProvisionedResources(directory.context(), {
    workspaceId,
    type,
    where: filter as AttributeFilter,
    limit: 1_000,
    projection: { attributes: [] },
  });
  expect(totalCount).toBe(items.length);
  return items.map(({ id }) => id);
}

const cases: readonly (readonly ['User' | 'Group' | 'Device', ReadonlyMap<string, Known>, number])[] = [
  ['User', userAttributes, 1_500],
  ['Device', deviceAttributes, 1_000],
  ['Group', groupAttributes, 500],
];

test.each(cases)(
  'any filter on %s selects what the reference selects',
  async (type, known, numRuns) => {
    let selective = 0;
    await fc.assert(
      fc.asyncProperty(filterArbitrary(things[type], known), async (filter) => {
        const expected = things[type].filter((thing) => meets(filter, thing, known)).map(({ id }) => id);
        if (expected.length > 0 && expected.length < things[type].length) selective += 1;
        expect(await answer(type, filter)).toEqual(expected);
      }),
      { numRuns, seed, endOnFailure: false },
    );
    // A run whose filters select nothing or everything would prove little.
    expect(selective).toBeGreaterThan(numRuns / 8);
  },
  300_000,
);

test.each(cases)(
  'any order and any part of a list of %s is what the reference makes of it',
  async (type, known) => {
    const names = [...known.keys()].filter(
      (name) =>
        !name.startsWith('urn:') &&
        !/^(schemas|name|groups|members)\b(?!\.value)(?!\.familyname)(?!\.givenname)/.test(name),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom('ASC' as const, 'DESC' as const),
        fc.nat(80),
        fc.nat(20),
        async (attribute, direction, offset, limit) => {
          const sorted = things[type].toSorted((a, b) =>
            compareBy(a, b, attribute, direction === 'DESC', known),
          );
          const list = await listProvisionedResources(directory.context(), {
            workspaceId,
            type,
            orderBy: { attribute, direction },
            offset,
            limit,
            projection: { attributes: [] },
          });
          expect(list.totalCount).toBe(sorted.length);
          expect(list.items.map(({ id }) => id)).toEqual(
            sorted.slice(offset, offset + limit).map(({ id }) => id),
          );
        },
      ),
      { numRuns: 200, seed },
    );
  },
  120_000,
);
