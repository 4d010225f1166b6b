import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Bundles the playground into dist/playground, unless it is there already and nothing that it is made of
 * has changed: bundling takes seconds, and "npm start" builds each time.
 */
const root = resolve('facades/graphql/playground');
const output = resolve('dist/playground');
const stamp = join(output, 'stamp');

const hash = createHash('sha256').update(readFileSync(resolve('package-lock.json')));
for (const file of globSync('*', { cwd: root }).sort()) {
  hash.update(file).update(readFileSync(join(root, file)));
}
const current = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    base: '/graphql/playground/',
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: output,
      emptyOutDir: true,
      assetsDir: '.',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      // Everything is a file of our own origin: a strict content security policy admits no data: scripts.
      assetsInlineLimit: 0,
    },
  });
  writeFileSync(stamp, current);
}
