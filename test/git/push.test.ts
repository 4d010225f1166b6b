import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
import type { PushProgress } from '../../src/git/git-port.js';
import { makeDefinition } from '../support/definition.js';
import { GitClone } from '../support/git-clone.js';
import { makePort, makeRequest } from '../support/git-push.js';
import { type GitServer, serverCredentials, startGitServer } from '../support/git-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

let count = 0;
/** A new repository, with the functions that a test looks at it with. */
async function newRepository(...initOptions: string[]) {
  const name = `push-${++count}`;
  const url = await server.createRepository(name, ...initOptions);
  return {
    url,
    clone: () => GitClone.of(url, serverCredentials),
    git: (...args: string[]) => server.git(name, ...args),
    log: async (ref = 'main') => (await server.git(name, 'log', '--format=%s', ref)).trim().split('\n'),
    fsck: () => server.git(name, 'fsck', '--full', '--strict'),
  };
}

const app = { id: 'app-1', name: 'Orders' };
const filesWith = (label: string, components = 20) => versionFiles(app, makeDefinition(components, label));
const requestsDuring = async (work: () => Promise<unknown>) => {
  server.requests.length = 0;
  await work();
  return server.requests.map((line) => line.replace(/\/push-\d+\.git/, ''));
};

describe('what arrives', () => {
  test('an empty repository gets exactly the files, message, author and time', async () => {
    const { url, clone, fsck } = await newRepository();
    const request = makeRequest(url, { message: 'First – ✓\n\nwith a body' });
    const result = await makePort(server).push(request);
    const copy = await clone();
    expect(await copy.files('apps/orders')).toEqual(request.files);
    expect((await copy.files()).size).toBe(request.files.size);
    expect(await copy.git('log', '--format=%H|%an|%ae|%cn|%ce|%at|%B')).toBe(
      `${result.commit.oid}|Ada|ada@example.com|Ada|ada@example.com|1767225600|First – ✓\n\nwith a body\n\n`,
    );
    expect(result).toEqual({
      changed: true,
      commit: { oid: result.commit.oid, message: request.message, authoredAt: request.authoredAt },
    });
    expect(await fsck()).toBe('');
  });

  test('the same again makes no commit and tells the present tip', async () => {
    const { url, log } = await newRepository();
    const port = makePort(server);
    const first = await port.push(makeRequest(url));
    const again = { message: 'again', authoredAt: new Date('2026-02-02T00:00:00.000Z') };
    expect(await port.push(makeRequest(url, again))).toEqual({ ...first, changed: false });
    expect(await makePort(server).push(makeRequest(url, again))).toEqual({ ...first, changed: false });
    expect(await log()).toEqual(['Push Orders']);
  });

  test('one label changed is one line of one file changed', async () => {
    const { url, git } = await newRepository();
    const port = makePort(server);
    await port.push(makeRequest(url));
    const files = new Map(makeRequest(url).files);
    const path = 'pages/page-0/components/widget7.json';
    files.set(path, (files.get(path) ?? '').replace('Label 0.7', 'Another'));
    await port.push(makeRequest(url, { files }));
    expect(await git('diff', '--numstat', 'main~1', 'main')).toBe(`1\t1\tapps/orders/${path}\n`);
  });

  test('what the version no longer has is removed, and nothing outside the directory is touched', async () => {
    const { url, clone, fsck, log } = await newRepository();
    const theirs = await clone();
    const others = {
      'README.md': 'ours\n',
      'apps.txt': 'sorts between apps and apps/\n',
      'apps/billing/app.json': '{"appId":"app-2"}\n',
      'apps/orders-old/x.json': '{}\n',
      'zebra/naïve name.txt': 'bytes\n',
    };
    await theirs.push('theirs', others);
    const port = makePort(server);
    await port.push(makeRequest(url, { files: filesWith('A', 120) }));
    await port.push(makeRequest(url, { files: filesWith('A', 30) }));
    await makePort(server).push(
      makeRequest(url, { files: filesWith('B', 30), message: 'from a cold start' }),
    );
    const copy = await clone();
    expect(await copy.files('apps/orders')).toEqual(filesWith('B', 30));
    const outside = [...(await copy.files())].filter(([path]) => !path.startsWith('apps/orders/'));
    expect(Object.fromEntries(outside)).toEqual(others);
    expect(await log()).toEqual(['from a cold start', 'Push Orders', 'Push Orders', 'theirs']);
    expect(await fsck()).toBe('');
  });

  test('modes, links and submodules outside the directory stay as they are', async () => {
    const { url, clone, git } = await newRepository();
    const theirs = await clone();
    await theirs.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    await theirs.git('config', 'core.fileMode', 'true');
    await theirs.push('theirs', { 'run.sh': 'echo\n' });
    await theirs.git('update-index', '--chmod=+x', 'run.sh');
    await theirs.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    await theirs.git('commit', '--quiet', '-m', 'modes');
    await theirs.git('push', '--quiet', 'origin', 'HEAD:main');
    await makePort(server).push(makeRequest(url));
    expect(await git('diff', '--name-only', 'main~1', 'main', '--', ':!apps')).toBe('');
    expect(await git('ls-tree', 'main', 'run.sh', 'sub')).toMatch(
      /^100755 blob .*\trun.sh\n160000 commit .*\tsub\n$/,
    );
  });

  test('a new branch starts from the default branch', async () => {
    const { url, clone, log } = await newRepository();
    await (await clone()).push('theirs', { 'README.md': 'x\n' });
    await makePort(server).push(makeRequest(url, { branch: 'work/orders-1' }));
    expect(await log('work/orders-1')).toEqual(['Push Orders', 'theirs']);
    expect(await log('main')).toEqual(['theirs']);
  });

  test('a new branch of an app that has not changed still gets its commit', async () => {
    const { url, log } = await newRepository();
    const port = makePort(server);
    await port.push(makeRequest(url));
    const result = await port.push(makeRequest(url, { branch: 'release', message: 'Release' }));
    expect(result.changed).toBe(true);
    expect(await log('release')).toEqual(['Release', 'Push Orders']);
  });

  test('a branch of an empty repository need not be the default one', async () => {
    const { url, log } = await newRepository();
    await makePort(server).push(makeRequest(url, { branch: 'trunk' }));
    expect(await log('trunk')).toEqual(['Push Orders']);
  });

  test('an app may own the whole repository', async () => {
    const { url, clone } = await newRepository();
    const port = makePort(server);
    await port.push(makeRequest(url, { directory: '', files: filesWith('A') }));
    await port.push(makeRequest(url, { directory: '', files: filesWith('B') }));
    expect(await (await clone()).files()).toEqual(filesWith('B'));
  });

  test('a remote without credentials is written to without any', async () => {
    const open = await startGitServer(null);
    const url = await open.createRepository('open');
    await makePort(open).push(makeRequest(url, { remote: { url } }));
    expect(await open.git('open', 'log', '--format=%s')).toBe('Push Orders\n');
    await open.close();
  });
});

describe('how much it costs', () => {
  const READ = 'GET /info/refs?service=git-upload-pack';
  const WRITE = 'GET /info/refs?service=git-receive-pack';
  const FETCH = 'POST /git-upload-pack';
  const SEND = 'POST /git-receive-pack';

  test('four requests to a branch not seen before, two from then on, one when nothing changed', async () => {
    const { url, clone } = await newRepository();
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
    const { url, clone } = await newRepository();
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
    const { url, git, clone, fsck } = await newRepository();
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
    const { url, clone, git } = await newRepository();
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
    const { url, clone, git, fsck } = await newRepository();
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
  const { readdir } = await import('node:fs/promises');
  const folder = `${(await git('rev-parse', '--absolute-git-dir')).trim()}/objects/pack`;
  return (await readdir(folder)).filter((name) => name.endsWith('.idx')).map((name) => `${folder}/${name}`);
}

describe('whose a directory is', () => {
  test('a directory of another app is not touched', async () => {
    const { url, log } = await newRepository();
    await makePort(server).push(makeRequest(url, { appId: 'other' }));
    await expect(makePort(server).push(makeRequest(url))).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { step: 'commit', directory: 'apps/orders', reason: 'it belongs to another app.' },
    });
    expect(await log()).toHaveLength(1);
  });

  test.each(['true', 'false'])(
    'an app that was renamed keeps its directory (single objects given: %s)',
    async (value) => {
      const { url, clone, git } = await newRepository();
      await git('config', 'uploadpack.allowReachableSHA1InWant', value);
      await makePort(server).push(makeRequest(url));
      const files = versionFiles({ ...app, name: 'Renamed' }, makeDefinition(20));
      await makePort(server).push(makeRequest(url, { files }));
      expect((await (await clone()).files('apps/orders')).get('app.json')).toContain('"Renamed"');
    },
  );

  test.each([
    [
      'files that nobody pushed from here',
      { 'apps/orders/notes.txt': 'x\n' },
      'it holds files that were not pushed from here.',
    ],
    ['a file in its place', { apps: 'x\n' }, 'a file stands in its place.'],
    [
      'a manifest that cannot be read',
      { 'apps/orders/app.json': '{"appId": [' },
      'it belongs to another app.',
    ],
  ])('%s: taken', async (_name, files, reason) => {
    const { url, clone } = await newRepository();
    await (await clone()).push('theirs', files);
    const request = makeRequest(url, {
      manifest: { path: 'app.json', isOurs: (text) => text.includes('"app-1"') },
    });
    await expect(makePort(server).push(request)).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { reason },
    });
  });
});
