import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// graphql ships two builds, and a schema of one is no schema to the other: everything uses the ESM one.
const alias = { graphql: 'graphql/index.mjs' };
const server = {
  deps: {
    inline: [
      /type-graphql/,
      /graphql-scalars/,
      /@apollo\/server/,
      /dataloader/,
      /graphql-http/,
      /graphql-sse/,
    ],
  },
};

const onEitherDatabase = ['test/graphql/**/*.test.ts', 'test/contract/**/*.test.ts'];

export default defineConfig({
  resolve: { alias },
  test: {
    // Vitest leaves one core free by default, which on a machine with two means one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/*.test.ts'], server },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: [...onEitherDatabase, 'test/git/**/*.test.ts'],
          globalSetup: 'test/support/pglite-snapshot.ts',
          server,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onEitherDatabase, 'test/postgres/**/*.test.ts'],
          globalSetup: 'test/support/postgres-server.ts',
          server,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/support/postgres-server.ts'],
          server,
        },
      },
    ],
  },
});
