import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildSchema } from '../schema/build-schema.js';
import { printSdl } from '../schema/print-sdl.js';

writeFileSync(resolve('schema/schema.graphql'), printSdl(buildSchema()));
