import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Compiles the program that the process tests start: the same files that `npm start` runs, without the playground. */
export function setup(): void {
  for (const step of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    ['scripts/make-executable.mjs'],
  ]) {
    const [script = '', ...args] = step;
    execFileSync(process.execPath, [resolve(script), ...args], { stdio: 'inherit' });
  }
}
