import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  buildSchema as buildFromSdl,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { buildSchema } from '../schema/build-schema.js';
import { printSdl } from '../schema/print-sdl.js';

const schema = buildSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];

test('the committed SDL is current; run "npm run schema" when this fails', () => {
  expect(printSdl(schema)).toBe(readFileSync(resolve('schema/schema.graphql'), 'utf8'));
});

test('every type, field, argument and enum value is described', () => {
  const described: [string, string | null | undefined][] = types.flatMap((type) => {
    const own: [string, string | null | undefined][] = roots.includes(type as never)
      ? []
      : [[type.name, type.description]];
    if (isEnumType(type)) {
      own.push(
        ...type.getValues().map(({ name, description }) => [`${type.name}.${name}`, description] as never),
      );
    }
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        const path = `${type.name}.${field.name}`;
        own.push([path, field.description]);
        for (const argument of 'args' in field ? field.args : []) {
          own.push([`${path}(${argument.name})`, argument.description]);
        }
      }
    }
    return own;
  });
  expect(described.filter(([, description]) => !description?.trim()).map(([name]) => name)).toEqual([]);
});

test('each mutation takes one input, and gives an object that is never null', () => {
  const odd = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    ({ args, type }) => !isNonNullType(type) || args.length !== 1 || args[0]?.name !== 'input',
  );
  expect(odd.map(({ name }) => name)).toEqual([]);
});

test('only lists have names that end in Connection', () => {
  const odd = types
    .filter(isObjectType)
    .filter(({ name }) => name.endsWith('Connection'))
    .filter(
      (type) => !['edges', 'nodes', 'pageInfo', 'totalCount'].every((field) => field in type.getFields()),
    );
  expect(odd.map(({ name }) => name)).toEqual([]);
});

test('each list of a connection pages, forward and backward', () => {
  const connections = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => /Connection!$/.test(String(field.type)))
      .map((field) => [`${type.name}.${field.name}`, field.args.map(({ name }) => name)] as const),
  );
  expect(connections.length).toBeGreaterThan(10);
  for (const [name, args] of connections) {
    // Sorted by any attribute, and counted by place for SCIM: it goes forward alone.
    if (name === 'Query.provisionedResources') {
      expect(args).toEqual([
        'workspaceId',
        'type',
        'where',
        'orderBy',
        'first',
        'after',
        'offset',
        'projection',
      ]);
      continue;
    }
    expect(args, name).toEqual(['first', 'after', 'last', 'before', 'where', 'orderBy']);
  }
});

interface AcceptedBreak {
  /** The change as the test names it. */
  readonly change: string;
  /** Where it was decided, and why. */
  readonly decision: string;
}

test('nothing that clients were given is taken away without a recorded decision', () => {
  const released = buildFromSdl(readFileSync(resolve('schema/released.graphql'), 'utf8'));
  const accepted: readonly AcceptedBreak[] = JSON.parse(
    readFileSync(resolve('schema/accepted-breaks.json'), 'utf8'),
  );
  const changes = findBreakingChanges(released, schema).map(({ description }) => description);
  const decided = accepted.filter(({ decision }) => decision.trim() !== '').map(({ change }) => change);
  expect(changes.filter((change) => !decided.includes(change))).toEqual([]);
  expect(decided.filter((change) => !changes.includes(change))).toEqual([]);
});
