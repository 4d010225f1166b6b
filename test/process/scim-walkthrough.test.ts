import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { endPrograms, startProgram, temporaryDir } from '../support/program.js';

afterEach(() => endPrograms());

// Some seventy processes of curl and node, one after the other.
const timeout = 120_000;

test('the life of ten users and two groups, called with curl as Okta and Entra ID call', {
  timeout,
}, async () => {
  const { path: dataDir, remove } = await temporaryDir();
  try {
    await startProgram({ DATA_DIR: dataDir }).listening;
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)('bash', ['scripts/scim-walkthrough.sh'], { env });
    expect(stdout).toContain('--- OKTA');
    expect(stdout).toContain('--- ENTRA');
    expect(stdout).toMatch(/\n\d+ calls, every answer as expected\.\n$/);
  } finally {
    await endPrograms();
    await remove();
  }
});
