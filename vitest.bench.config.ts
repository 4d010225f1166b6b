import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** Benchmarks on a real PostgreSQL server: `npx vitest run --config vitest.bench.config.ts`. They print figures and assert nothing about time. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    include: ['bench/**/*.bench.ts'],
    globalSetup: 'test/support/postgres-server.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
    server: { deps: { inline: [/type-graphql/, /graphql-scalars/, /@apollo\/server/, /@as-integrations/] } },
  },
});
