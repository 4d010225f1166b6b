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
const hostile: Readonly<Record<string, string>> = {
  'depth 50': nested(15),
  'depth 1,500 of unknown fields': `${'{ a '.repeat(1500)}${'}'.repeat(1500)}`,
  '10,000 aliases': `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
  '10,000 short aliases': `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}:a`).join(' ')} }`,
  'fragments that double 20 times': `{ workspaces { nodes { ...F0 } } } ${doubling.join(' ')} fragment F20 on Workspace { id }`,
  'a million characters': `{ __typename } # ${'x'.repeat(1_000_000)}`,
};

const { limits } = (await loadConfig({})).graphql;
const preparation = new Preparation(buildSchema(), new PersistedDocuments('automatic', new Map()), limits);

function refuse(query: string): string {
  try {
    preparation.prepare({ query, operationName: null, variables: null, extensions: null, documentId: null });
    return 'not refused';
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
