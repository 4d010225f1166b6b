import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
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

describe('what arrives', () => {
  test('an empty repository gets exactly the files, message, author and time', async () => {
    const { url, clone, fsck } = await newRepository(server);
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
    const { url, log } = await newRepository(server);
    const port = makePort(server);
    const first = await port.push(makeRequest(url));
    const again = { message: 'again', authoredAt: new Date('2026-02-02T00:00:00.000Z') };
    expect(await port.push(makeRequest(url, again))).toEqual({ ...first, changed: false });
    expect(await makePort(server).push(makeRequest(url, again))).toEqual({ ...first, changed: false });
    expect(await log()).toEqual(['Push Orders']);
  });

  test('one label changed is one line of one file changed', async () => {
    const { url, git } = await newRepository(server);
    const port = makePort(server);
    await port.push(makeRequest(url));
    const files = new Map(makeRequest(url).files);
    const path = 'pages/page-0/components/widget7.json';
    files.set(path, (files.get(path) ?? '').replace('Label 0.7', 'Another'));
    await port.push(makeRequest(url, { files }));
    expect(await git('diff', '--numstat', 'main~1', 'main')).toBe(`1\t1\tapps/orders/${path}\n`);
  });

  test('what the version no longer has is removed, and nothing outside the directory is touched', async () => {
    const { url, clone, fsck, log } = await newRepository(server);
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
    const { url, clone, git } = await newRepository(server);
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
    const { url, clone, log } = await newRepository(server);
    await (await clone()).push('theirs', { 'README.md': 'x\n' });
    await makePort(server).push(makeRequest(url, { branch: 'work/orders-1' }));
    expect(await log('work/orders-1')).toEqual(['Push Orders', 'theirs']);
    expect(await log('main')).toEqual(['theirs']);
  });

  test('a new branch of an app that has not changed still gets its commit', async () => {
    const { url, log } = await newRepository(server);
    const port = makePort(server);
    await port.push(makeRequest(url));
    const result = await port.push(makeRequest(url, { branch: 'release', message: 'Release' }));
    expect(result.changed).toBe(true);
    expect(await log('release')).toEqual(['Release', 'Push Orders']);
  });

  test('a branch of an empty repository need not be the default one', async () => {
    const { url, log } = await newRepository(server);
    await makePort(server).push(makeRequest(url, { branch: 'trunk' }));
    expect(await log('trunk')).toEqual(['Push Orders']);
  });

  test('an app may own the whole repository', async () => {
    const { url, clone } = await newRepository(server);
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

  test('a server may hold a shallow repository, and name a charset', async () => {
    const theirs = await newRepository(server);
    const copy = await theirs.clone();
    for (const message of ['one', 'two']) await copy.push(message, { 'README.md': message });
    const { url, git, log } = await newRepository(server);
    await git(
      'fetch',
      '--quiet',
      '--depth=1',
      '--update-shallow',
      join(server.root, `${theirs.name}.git`),
      'main:main',
    );
    server.intercept = (_request, response) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        setHeader(name, name.toLowerCase() === 'content-type' ? `${value}; charset=UTF-8` : value);
      return false;
    };
    await makePort(server).push(makeRequest(url));
    server.intercept = undefined;
    expect(await log()).toEqual(['Push Orders', 'two']);
  });

  test('a repository may have very many references', async () => {
    const { url, git, log, clone } = await newRepository(server);
    await (await clone()).push('theirs', { 'README.md': 'x\n' });
    const [tip = ''] = await log('main', '%H');
    const lines = Array.from({ length: 20_000 }, (_unused, index) => `${tip} refs/pull/${index}/head\n`);
    const packed = join((await git('rev-parse', '--absolute-git-dir')).trim(), 'packed-refs');
    await writeFile(packed, `# pack-refs with: peeled fully-peeled \n${lines.join('')}`);
    await makePort(server).push(makeRequest(url));
    expect(await log()).toEqual(['Push Orders', 'theirs']);
  });
});
