import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Builds the program unless nothing that it is made of has changed since the last build, so that a
 * restart does not wait for a compiler. Runs after "npm install" and before "npm start".
 */
const STAMP = 'dist/stamp';
const SOURCES = ['{src,schema,facades,scripts}/**/*.*', '*.config.ts', 'tsconfig*.json', 'package-lock.json'];

if (!existsSync('node_modules/typescript')) {
  // Installed without development dependencies: this is a deployment, which brings its build along.
  process.exit(0);
}
const hash = createHash('sha256');
for (const file of SOURCES.flatMap((pattern) => globSync(pattern)).sort()) {
  hash.update(file).update(readFileSync(file));
}
const current = hash.digest('hex');
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== current) {
  const npm = process.env.npm_execpath ?? '';
  const { status } = spawnSync(process.execPath, [npm, 'run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, current);
}
