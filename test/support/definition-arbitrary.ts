import fc from 'fast-check';
import type { VersionDefinition } from '../../src/apps/version-definition.js';
import type { JsonObject } from '../../src/apps/version-json.js';

const awkwardNames = [
  '.git',
  '..',
  '.',
  '/',
  'a/../../b',
  'CON',
  'aux',
  'com1',
  'COM¹',
  'Save Button',
  'save-button',
  'SAVE BUTTON',
  'straße',
  'STRASSE',
  'é',
  'e\u0301',
  'İstanbul',
  'i̇stanbul',
  '保存',
  '🙂',
  '--force',
  'git~1',
  'a\tb\r\nc',
  '\u202egnp.exe',
  '.g\u200cit',
  '-',
  '_',
  'x'.repeat(255),
  '漢'.repeat(200),
];

const wellFormed = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '·'));

/** Names as people and attackers write them: never empty, often clashing. */
export const nameArbitrary = fc.oneof(
  fc.constantFrom(...awkwardNames),
  wellFormed.map((text) => text || 'n'),
);

const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.oneof(wellFormed, fc.constantFrom('__proto__', 'constructor', '10', '9', 'label')),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '·'))),
  { maxKeys: 4 },
);

const order = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const uniqueIds = (maxLength: number) => fc.uniqueArray(nameArbitrary, { maxLength });

const componentsArbitrary = uniqueIds(6).chain((ids) =>
  fc.tuple(
    ...ids.map((id, index) =>
      fc.record(
        {
          id: fc.constant(id),
          name: nameArbitrary,
          type: nameArbitrary,
          parentId: fc.constantFrom(...(index === 0 ? [undefined] : ids.slice(0, index))),
          order,
          layout: jsonObject,
          properties: jsonObject,
        },
        { noNullPrototype: true },
      ),
    ),
  ),
);

/** Valid definitions in the shape that validation returns. */
export const definitionArbitrary: fc.Arbitrary<VersionDefinition> = fc.record(
  {
    formatVersion: fc.constant(1 as const),
    settings: jsonObject,
    pages: uniqueIds(4).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record(
            {
              id: fc.constant(id),
              name: nameArbitrary,
              handle: nameArbitrary,
              order,
              components: componentsArbitrary,
            },
            { noNullPrototype: true },
          ),
        ),
      ),
    ),
    queries: uniqueIds(4).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record(
            {
              id: fc.constant(id),
              name: nameArbitrary,
              kind: fc.constantFrom('sql' as const, 'javascript' as const, 'rest' as const),
              dataSourceId: fc.option(fc.uuid(), { nil: undefined }),
              source: fc.oneof(wellFormed, fc.constantFrom('select 1', 'select 1\r\n', 'a\rb\n\nc', '')),
              options: jsonObject,
            },
            { noNullPrototype: true },
          ),
        ),
      ),
    ),
  },
  { noNullPrototype: true },
);
