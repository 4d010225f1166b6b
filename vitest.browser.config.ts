import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** Tests that need a browser; a command of their own, so that "npm test" needs none. */
export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: 'test/support/pglite-snapshot.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    server: { deps: { inline: [/type-graphql/, /graphql-scalars/, /@apollo\/server/, /dataloader/] } },
  },
});
