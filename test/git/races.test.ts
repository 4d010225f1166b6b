import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
import { answerByHttpBackend } from '../../src/quickstart/git-http-backend.js';
import { makeDefinition } from '../support/definition.js';
import { GitClone } from '../support/git-clone.js';
import { makePort, makeRequest } from '../support/git-push.js';
import { type GitServer, gitEnvironment, serverCredentials, startGitServer } from '../support/git-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

let count = 0;
async function newRepository() {
  const name = `race-${++count}`;
  const url = await server.createRepository(name);
  return {
    url,
    name,
    clone: () => GitClone.of(url, serverCredentials),
    log: async (format = '%s') =>
      (await server.git(name, 'log', `--format=${format}`, 'main')).trim().split('\n'),
    fsck: () => server.git(name, 'fsck', '--full', '--strict', '--no-dangling'),
  };
}

const filesOf = (label: string) => versionFiles({ id: 'app-1', name: 'Orders' }, makeDefinition(20, label));
const isSend = (request: { method?: string | undefined }, path = 'git-receive-pack') =>
  request.method === 'POST' && `${(request as { url?: string }).url}`.endsWith(path);

/** Commits something of somebody else's directly in the repository: the branch moves without anybody asking. */
function moveBranch(name: string, message: string): void {
  const script = [
    'tree=$(git rev-parse main^{tree})',
    'commit=$(git commit-tree -p main -m "$MESSAGE" $tree)',
    'git update-ref refs/heads/main $commit',
  ].join(' && ');
  const env = { ...gitEnvironment, MESSAGE: message };
  const { status } = spawnSync('sh', ['-c', script], { cwd: join(server.root, `${name}.git`), env });
  if (status !== 0) throw new Error('the branch could not be moved');
}

/** Lets the real server do its work and throws its answer away, together with the connection. */
async function loseAnswer(
  request: Parameters<typeof answerByHttpBackend>[0],
  response: ServerResponse,
): Promise<true> {
  const { socket } = response;
  await swallowAnswer(request, response);
  socket?.destroy();
  return true;
}

/** Lets the real server do its work and throws its answer away; another one can be given instead. */
async function swallowAnswer(
  request: Parameters<typeof answerByHttpBackend>[0],
  response: ServerResponse,
): Promise<void> {
  const silent = {
    writeHead: () => response,
    write: () => true,
    end: (done?: () => void) => done?.(),
  };
  Object.assign(response, silent);
  await answerByHttpBackend(request, response, {
    root: server.root,
    user: 'ada',
    searchPath: process.env.PATH,
  });
  for (const name of Object.keys(silent)) Reflect.deleteProperty(response, name);
}

describe('pushes at the same time', () => {
  test.each([
    ['one instance', 1],
    ['four instances that know nothing of each other', 4],
  ])('of eight apps to one branch by %s all land, one after the other', async (_name, instances) => {
    const { url, clone, log, fsck } = await newRepository();
    await (await clone()).push('theirs', { 'README.md': 'x\n' });
    const ports = Array.from({ length: instances }, () => makePort(server));
    const apps = Array.from({ length: 8 }, (_unused, index) => `apps/app-${index}`);
    const results = await Promise.all(
      apps.map((directory, index) =>
        ports[index % instances]?.push(makeRequest(url, { directory, message: directory })),
      ),
    );
    expect(results.map((result) => result?.changed)).toEqual(apps.map(() => true));
    expect((await log()).sort()).toEqual([...apps, 'theirs'].sort());
    expect((await log('%P')).every((parents) => !parents.includes(' '))).toBe(true);
    const copy = await clone();
    for (const directory of apps) expect(await copy.files(directory)).toEqual(makeRequest(url).files);
    expect((await copy.files()).get('README.md')).toBe('x\n');
    expect(await fsck()).toBe('');
  });

  test('of the same version by two instances make one commit', async () => {
    const { url, log } = await newRepository();
    const results = await Promise.all(
      [makePort(server), makePort(server)].map((port) => port.push(makeRequest(url))),
    );
    expect(await log()).toEqual(['Push Orders']);
    expect(new Set(results.map(({ commit }) => commit.oid)).size).toBe(1);
  });
});

describe('a branch that moves', () => {
  test('between reading and sending is pushed to on top of what is new', async () => {
    const { url, name, log } = await newRepository();
    const port = makePort(server);
    await port.push(makeRequest(url, { files: filesOf('A') }));
    let moves = 2;
    server.intercept = (request) => {
      if (isSend(request) && moves-- > 0) moveBranch(name, `theirs ${moves}`);
      return false;
    };
    const result = await port.push(makeRequest(url, { files: filesOf('B'), message: 'B' }));
    expect(result.changed).toBe(true);
    expect(await log()).toEqual(['B', 'theirs 0', 'theirs 1', 'Push Orders']);
  });

  test('between being listed and being fetched is read again', async () => {
    const { url, name, clone, log } = await newRepository();
    await (await clone()).push('first', { 'README.md': 'x\n' });
    let moved = false;
    server.intercept = (request) => {
      if (isSend(request, 'git-upload-pack') && !moved) {
        moved = true;
        spawnSync('sh', ['-c', 'git update-ref -d refs/heads/main && git gc -q --prune=now'], {
          cwd: join(server.root, `${name}.git`),
          env: gitEnvironment,
        });
      }
      return false;
    };
    await makePort(server).push(makeRequest(url));
    expect(await log()).toEqual(['Push Orders']);
  });

  test('at every attempt is a conflict in the end', async () => {
    const { url, name } = await newRepository();
    const port = makePort(server);
    await port.push(makeRequest(url, { files: filesOf('A') }));
    let moves = 0;
    server.intercept = (request) => {
      if (isSend(request)) moveBranch(name, `theirs ${++moves}`);
      return false;
    };
    await expect(port.push(makeRequest(url, { files: filesOf('B') }))).rejects.toMatchObject({
      code: 'GIT_CONFLICT',
      params: { step: 'push', branch: 'main', attempts: 10 },
    });
    expect(moves).toBe(10);
  });
});

describe('an answer that is lost', () => {
  test('after the push arrived is a success, with one commit', async () => {
    const { url, log } = await newRepository();
    server.intercept = (request, response) => isSend(request) && loseAnswer(request, response);
    const result = await makePort(server).push(makeRequest(url));
    expect(result.changed).toBe(true);
    expect(await log('%H')).toEqual([result.commit.oid]);
  });

  test('after the push arrived and somebody pushed on top is a success too', async () => {
    const { url, name, log } = await newRepository();
    server.intercept = async (request, response) => {
      if (!isSend(request)) return false;
      await loseAnswer(request, response);
      moveBranch(name, 'on top');
      return true;
    };
    const result = await makePort(server).push(makeRequest(url));
    expect(result).toMatchObject({ changed: false, commit: { message: 'on top' } });
    expect(await log()).toEqual(['on top', 'Push Orders']);
  });

  test('behind words without end is a success, since the branch tells', async () => {
    const { url, log } = await newRepository();
    server.intercept = async (request, response) => {
      if (!isSend(request)) return false;
      await swallowAnswer(request, response);
      response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(100_000)));
      };
      response.on('drain', more);
      more();
      return true;
    };
    const limits = { connectMs: 5_000, idleMs: 5_000, maxBodyBytes: 1_000_000 };
    expect(await makePort(server, { limits }).push(makeRequest(url))).toMatchObject({ changed: true });
    expect(await log()).toEqual(['Push Orders']);
  });

  test('with a server that then says nothing more is a timeout, and the same call later finds its commit', async () => {
    const { url, log } = await newRepository();
    let sent = false;
    server.intercept = async (request, response) => {
      if (sent) return true;
      if (!isSend(request)) return false;
      sent = true;
      await loseAnswer(request, response);
      return true;
    };
    const port = makePort(server, { timeoutMs: 3_000 });
    await expect(port.push(makeRequest(url))).rejects.toMatchObject({ params: { step: 'push' } });
    server.intercept = undefined;
    expect(await makePort(server).push(makeRequest(url))).toMatchObject({ changed: false });
    expect(await log()).toEqual(['Push Orders']);
  });

  test('together with the request is sent once more', async () => {
    const { url, log } = await newRepository();
    let cuts = 1;
    server.intercept = (request, response) => {
      if (!isSend(request) || cuts-- <= 0) return false;
      response.socket?.destroy();
      return true;
    };
    expect(await makePort(server).push(makeRequest(url))).toMatchObject({ changed: true });
    expect(await log()).toEqual(['Push Orders']);
  });
});
