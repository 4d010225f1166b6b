import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Compiles the program that the process tests start: the same files that `npm start` runs. */
export function setup(): void {
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
}
