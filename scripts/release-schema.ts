import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Makes the present SDL the one that clients were given: from now on, taking something of it away needs a
 * recorded decision. Run it with each release.
 */
const [, ...sdl] = readFileSync(resolve('schema/schema.graphql'), 'utf8').split('\n');
writeFileSync(
  resolve('schema/released.graphql'),
  `# What the last release gave to clients; written by "npm run schema:release".\n${sdl.join('\n')}`,
);
writeFileSync(resolve('schema/accepted-breaks.json'), '[]\n');
