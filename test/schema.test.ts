import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildSchema } from '../schema/build-schema.js';
import { printSdl } from '../schema/print-sdl.js';

const schema = buildSchema();

test('the committed SDL is current; run "npm run schema" when this fails', () => {
  expect(printSdl(schema)).toBe(readFileSync(resolve('schema/schema.graphql'), 'utf8'));
});

test('every type, field, argument and enum value is described', () => {
  const missing: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) {
      continue;
    }
    if (!type.description) {
      missing.push(type.name);
    }
    if ('getFields' in type) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description && !['Query', 'Mutation', 'Subscription'].includes(field.name)) {
          missing.push(`${type.name}.${field.name}`);
        }
        for (const argument of 'args' in field ? field.args : []) {
          if (!argument.description) {
            missing.push(`${type.name}.${field.name}(${argument.name})`);
          }
        }
      }
    }
  }
  expect(missing.filter((name) => !['Query', 'Mutation', 'Subscription'].includes(name))).toEqual([]);
});
