import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
import type { PushProgress } from '../../src/git/git-port.js';
import { makeDefinition } from '../support/definition.js';
import { makePort, makeRequest } from '../support/git-push.js';
import { newRepository } from '../support/git-repository.js';
import { type GitServer, startGitServer } from '../support/git-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

const app = { id: 'app-1', name: 'Orders' };
const filesWith = (label: string, components = 20) => versionFiles(app, makeDefinition(components, label));
const requestsDuring = async (work: () => Promise<unknown>) => {
  server.requests.length = 0;
  await work();
  return server.requests.map((line) => line.replace(/\/repository-\d+\.git/, ''));
};

describe('how much it costs', () => {
  const READ = 'GET /info/refs?service=git-upload-pack';
  const WRITE = 'GET /info/refs?service=git-receive-pack';
  const FETCH = 'POST /git-upload-pack';
  const SEND = 'POST /git-receive-pack';

  test('four requests to a branch not seen before, two from then on, one when nothing changed', async () => {
    const { url, clone } = await newRepository(server);
    await (await clone()).push('theirs', { 'README.md': 'x\n' });
    const port = makePort(server);
    const push = (label: string) =>
      requestsDuring(() => port.push(makeRequest(url, { files: filesWith(label) })));
    expect((await push('A')).sort()).toEqual([READ, WRITE, FETCH, SEND].sort());
    expect(await push('B')).toEqual([WRITE, SEND]);
    expect(await push('B')).toEqual([WRITE]);
    await (await clone()).push('theirs again', { 'README.md': 'y\n' });
    expect(await push('C')).toEqual([WRITE, READ, FETCH, SEND]);
  });

  test('two apps that share a branch share what is remembered of it', async () => {
    const { url, clone } = await newRepository(server);
    const port = makePort(server);
    const push = (directory: string, label: string) =>
      requestsDuring(() => port.push(makeRequest(url, { directory, files: filesWith(label) })));
    await push('apps/a', '1');
    expect(await push('apps/b', '1')).toEqual([WRITE, SEND]);
    expect(await push('apps/a', '2')).toEqual([WRITE, SEND]);
    expect(await push('apps/b', '2')).toEqual([WRITE, SEND]);
    const copy = await clone();
    expect([await copy.files('apps/a'), await copy.files('apps/b')]).toEqual([
      filesWith('2'),
      filesWith('2'),
    ]);
  });

  test('of 5,000 components only the changed one is sent, by a cold start too', async () => {
    const { url, git, clone, fsck } = await newRepository(server);
    const port = makePort(server, { timeoutMs: 60_000 });
    const files = new Map(filesWith('A', 5_000));
    const steps: PushProgress[] = [];
    await port.push(makeRequest(url, { files, onProgress: (step) => steps.push(step) }));
    expect(await (await clone()).files('apps/orders')).toEqual(files);
    for (const phase of ['hash', 'pack', 'upload']) {
      expect(steps.filter((step) => step.phase === phase).length).toBeGreaterThanOrEqual(10);
    }
    expect([...new Set(steps.map(({ phase }) => phase))]).toEqual([
      'resolve',
      'hash',
      'pack',
      'upload',
      'done',
    ]);
    expect(steps.every(({ done, total }) => done <= total)).toBe(true);

    for (const [name, pusher] of Object.entries({
      warm: port,
      cold: makePort(server, { timeoutMs: 60_000 }),
    })) {
      const path = 'pages/page-42/components/widget21.json';
      files.set(path, `${files.get(path)?.replace(/"label": ".*"/, `"label": "${name}"`)}`);
      const pack: PushProgress[] = [];
      await pusher.push(makeRequest(url, { files, onProgress: (step) => pack.push(step) }));
      // The file, its folder, the page, the pages, the app, apps, the root and the commit.
      expect(pack.findLast(({ phase }) => phase === 'pack')).toEqual({ phase: 'pack', done: 8, total: 8 });
      expect(await git('diff', '--numstat', 'main~1', 'main')).toBe(`1\t1\tapps/orders/${path}\n`);
    }
    expect(await fsck()).toBe('');
  });

  test('a server that can leave file contents out is asked to', async () => {
    const { url, clone, git } = await newRepository(server);
    await git('config', 'uploadpack.allowFilter', 'true');
    await (await clone()).push('theirs', { 'big.txt': 'x'.repeat(100_000), 'apps/billing/app.json': '{}\n' });
    await git('gc', '--quiet');
    await makePort(server).push(makeRequest(url, { files: filesWith('A') }));
    await makePort(server).push(makeRequest(url, { files: filesWith('B') }));
    const copy = await clone();
    expect(await copy.files('apps/orders')).toEqual(filesWith('B'));
    expect((await copy.files()).get('apps/billing/app.json')).toBe('{}\n');
  });

  test('a repository packed with deltas is read', async () => {
    const { url, clone, git, fsck } = await newRepository(server);
    const port = makePort(server);
    for (const label of ['A', 'B', 'C', 'D'])
      await port.push(makeRequest(url, { files: filesWith(label, 300) }));
    await git('repack', '-adfq', '--depth=50', '--window=50');
    expect(await git('verify-pack', '-v', ...(await packs(git)))).toContain('chain length');
    await makePort(server).push(makeRequest(url, { files: filesWith('E', 300) }));
    expect(await (await clone()).files('apps/orders')).toEqual(filesWith('E', 300));
    expect(await fsck()).toBe('');
  });
});

async function packs(git: (...args: string[]) => Promise<string>): Promise<string[]> {
  const folder = `${(await git('rev-parse', '--absolute-git-dir')).trim()}/objects/pack`;
  return (await readdir(folder)).filter((name) => name.endsWith('.idx')).map((name) => `${folder}/${name}`);
}
