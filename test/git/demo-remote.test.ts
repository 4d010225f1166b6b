import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitRemote, startGitRemote } from '../../src/quickstart/git-remote.js';

let dataDir: string;
let remote: GitRemote;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-demo-'));
  remote = (await startGitRemote(dataDir, process.env.PATH)) as GitRemote;
});
afterAll(async () => {
  await remote.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Asks for a path as it is: `fetch` would tidy it up. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(remote.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });
}

test.each([
  ['/%zz', 400],
  ['//', 400],
  ['/%00', 400],
  ['/demo.git/%2e%2e/%2e%2e/etc/passwd', 404],
  ['/demo.git/objects/../../git-remote.json', 404],
])('the demo remote answers %s with %i and lives on', async (path, status) => {
  expect(await statusOf(path)).toBe(status);
  expect(await statusOf('/demo.git/info/refs?service=git-upload-pack')).toBe(200);
});
