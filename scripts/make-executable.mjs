import { chmodSync, readFileSync } from 'node:fs';

/** npx runs a command as a program: it links to the file once, and does not notice when a build replaces it. */
const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const file of Object.values(bin)) {
  chmodSync(file, 0o755);
}
