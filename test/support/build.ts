import { execFileSync } from 'node:child_process';

/** Compiles the program that the process tests start, as `npm start` does; without the playground. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
}
