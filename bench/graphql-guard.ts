import { validate } from 'graphql';
import { PersistedDocuments } from '../facades/graphql/persisted-documents.js';
import { Preparation } from '../facades/graphql/prepare.js';
import { buildSchema } from '../schema/build-schema.js';
import { loadConfig } from '../src/config.js';

/**
 * What it costs to refuse a hostile document: CPU milliseconds of the first time in a fresh process, and
 * of the mean over a hundred. Run it with "npm run bench:graphql".
 */
const nested = (depth: number) =>
  `{ workspaces { nodes ${'{ users { nodes { groups { nodes '.repeat(depth)}{ id }${' } } } }'.repeat(depth)} } }`;
const doubling = Array.from(
  { length: 20 },
  (_, i) =>
    `fragment F${i} on Workspace { a${i}: users { nodes { workspace { ...F${i + 1} } } } ...F${i + 1} }`,
);
/** Every fragment spreads all of the others. */
const everyoneToEveryone = (fragments: number) => {
  const names = Array.from({ length: fragments }, (_, i) => `...F${i}`).join(' ');
  return `{ workspaces { nodes { ...F0 } } } ${Array.from({ length: fragments }, (_, i) => `fragment F${i} on Workspace { id ${names} }`).join(' ')}`;
};
/** Each fragment spreads five others. */
const crosswise = (fragments: number) =>
  `{ workspaces { nodes { ...F0 } } } ${Array.from({ length: fragments }, (_, i) => `fragment F${i} on Workspace { id ${[1, 7, 13, 17, 19].map((step) => `...F${(i * step + 1) % fragments}`).join(' ')} }`).join(' ')}`;
const roundAndRound = (fragments: number) =>
  `{ workspaces { nodes { ...F0 } } } ${Array.from({ length: fragments }, (_, i) => `fragment F${i} on Workspace { users { nodes { workspace { ...F${(i + 1) % fragments} } } } }`).join(' ')}`;
const hostile: Readonly<Record<string, string>> = {
  'depth 50': nested(15),
  'depth 1,500 of unknown fields': `${'{ a '.repeat(1500)}${'}'.repeat(1500)}`,
  '10,000 aliases': `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
  '10,000 short aliases': `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}:a`).join(' ')} }`,
  'fragments that double 20 times': `{ workspaces { nodes { ...F0 } } } ${doubling.join(' ')} fragment F20 on Workspace { id }`,
  'two fragments in a circle':
    '{ workspaces { nodes { ...A } } } fragment A on Workspace { id ...B } fragment B on Workspace { name ...A }',
  '200 fragments in a circle': roundAndRound(200),
  '40 fragments that spread each other': everyoneToEveryone(40),
  '100 fragments in circles of many lengths': crosswise(100),
  'one field 3,900 times': `{ ${'__typename '.repeat(3900)} }`,
  'one object 950 times': `{ workspaces { ${'nodes { id } '.repeat(950)} } }`,
  'just below: one object 200 times': `{ workspaces { ${'nodes { id } '.repeat(200)} } }`,
  'a million characters': `{ __typename } # ${'x'.repeat(1_000_000)}`,
};

const { limits } = (await loadConfig({})).graphql;
const schema = buildSchema();
const preparation = new Preparation(schema, new PersistedDocuments('automatic', new Map()), limits);

function refuse(query: string): string {
  try {
    const { document } = preparation.prepare({
      query,
      operationName: null,
      variables: null,
      extensions: null,
      documentId: null,
    });
    return validate(schema, document).length > 0 ? 'GRAPHQL_VALIDATION_FAILED' : 'not refused';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

console.log('document | refused as | first, ms CPU | mean of 100, ms CPU');
for (const [name, query] of Object.entries(hostile)) {
  let code = '';
  const first = cpuMilliseconds(() => {
    code = refuse(query);
  });
  const mean = cpuMilliseconds(() => {
    // Another text each time: one that was seen before would be remembered.
    for (let i = 0; i < 100; i += 1) refuse(`${query} #${i}`);
  });
  console.log(`${name} | ${code} | ${first.toFixed(1)} | ${(mean / 100).toFixed(2)}`);
}
