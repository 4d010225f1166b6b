import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, SECRET_TEXT } from '../support/git-failure.js';
import { makePort, makeRequest } from '../support/git-push.js';
import { type GitServer, startGitServer } from '../support/git-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.intercept = undefined;
});

let count = 0;
const newRepository = async (...initOptions: string[]) => {
  const name = `refusal-${++count}`;
  return { name, url: await server.createRepository(name, ...initOptions) };
};

describe('a real server that refuses', () => {
  test('the credentials', async () => {
    const { url } = await newRepository();
    for (const credentials of [undefined, { username: 'ada', password: 'wrong' }]) {
      const failure = await failureOf(server, makeRequest(url, { remote: { url, credentials } }));
      expect(failure).toMatchObject({
        code: 'GIT_AUTH_FAILED',
        kind: 'unprocessable',
        params: { step: 'clone' },
      });
    }
  });

  test('a repository that does not exist', async () => {
    const failure = await failureOf(server, makeRequest(`${server.origin}/nothing.git`));
    expect(failure).toMatchObject({ code: 'GIT_REMOTE_NOT_FOUND', params: { host: server.host } });
  });

  test('writing, where reading is free', async () => {
    const { name, url } = await newRepository();
    await server.git(name, 'config', 'http.receivepack', 'false');
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_FORBIDDEN',
      params: { step: 'push' },
    });
  });

  test.each([
    ['pre-receive', 'a hook on the server declined it.'],
    ['update', 'a hook on the server declined it.'],
  ])('by a %s hook', async (hook, reason) => {
    const { name, url } = await newRepository();
    await server.addHook(name, hook, `echo ${SECRET_TEXT} failed to update ref fetch first >&2; exit 1`);
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_PUSH_REJECTED',
      kind: 'conflict',
      params: { step: 'push', reason },
    });
  });

  test('to change a hidden branch', async () => {
    const { name, url } = await newRepository();
    await server.git(name, 'config', 'receive.hideRefs', 'refs/heads/main');
    expect(await failureOf(server, makeRequest(url))).toMatchObject({ code: 'GIT_PUSH_REJECTED' });
  });

  test('a branch that collides with a directory of refs, before anything is sent', async () => {
    const { url } = await newRepository();
    await makePort(server).push(makeRequest(url, { branch: 'main' }));
    await makePort(server).push(makeRequest(url, { branch: 'team/a' }));
    server.requests.length = 0;
    for (const branch of ['main/sub', 'team']) {
      const failure = await failureOf(server, makeRequest(url, { branch }));
      expect(failure).toMatchObject({
        code: 'GIT_BRANCH_INVALID',
        kind: 'unprocessable',
        params: { branch },
      });
    }
    expect(server.requests.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test.each(['empty', 'full'])('SHA-256 objects (the repository is %s)', async (state) => {
    const { name, url } = await newRepository('--object-format=sha256');
    if (state === 'full') {
      const tree = (await server.git(name, 'hash-object', '-t', 'tree', '-w', '/dev/null')).trim();
      const commit = (await server.git(name, 'commit-tree', '-m', 'theirs', tree)).trim();
      await server.git(name, 'update-ref', 'refs/heads/main', commit);
    }
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_UNSUPPORTED',
      kind: 'unprocessable',
    });
  });
});

describe('what other servers say in their report', () => {
  const line = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
  const sideband = (text: string) => {
    const data = Buffer.from(text);
    return Buffer.concat([Buffer.from(`${(data.length + 5).toString(16).padStart(4, '0')}\u0001`), data]);
  };
  /** Has the server answer a push with a report of our own, without doing anything. */
  const report = (...lines: string[]) => {
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
      request.resume();
      response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' });
      response.end(Buffer.concat([sideband(`${lines.map(line).join('')}0000`), Buffer.from('0000')]));
      return true;
    };
  };

  test.each([
    ['protected branch hook declined', 'the branch is protected.'],
    ['pre-receive hook declined', 'a hook on the server declined it.'],
    ['deny updating a hidden ref', 'the server does not let this branch be changed.'],
    ['TF402455: Pushes to this branch are not permitted', 'the server does not let this branch be changed.'],
    ['branch is currently checked out', 'the branch is checked out on the server.'],
    [`${SECRET_TEXT} <script>`, 'it gave a reason of its own.'],
  ])('%s', async (words, reason) => {
    const { url } = await newRepository();
    report('unpack ok\n', `ng refs/heads/main ${words}\n`);
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_PUSH_REJECTED',
      params: { reason },
    });
  });

  test.each([
    [['ng refs/heads/main unpacker error\n']],
    [['ng refs/heads/main failed to update ref\n']],
    [['ok refs/heads/main\n']],
    [[]],
  ])('that the pack could not be stored, and then %j', async (lines) => {
    const { url } = await newRepository();
    report('unpack index-pack abnormal exit\n', ...lines);
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_PUSH_REJECTED',
      params: { reason: 'it could not store the objects.' },
    });
  });

  test.each([
    [['unpack ok\n']],
    [['unpack ok\n', 'ok refs/heads/other\n']],
    [['ok refs/heads/main\n']],
    [[]],
  ])('nothing of our branch: %j', async (lines) => {
    const { url } = await newRepository();
    report(...lines);
    expect(await failureOf(server, makeRequest(url))).toMatchObject({
      code: 'GIT_BAD_RESPONSE',
      params: { step: 'push' },
    });
  });

  test.each([
    'cannot lock ref',
    'failed to update ref',
    'fetch first',
    'non-fast-forward',
    'reference already exists',
  ])('%s, and the push is tried again', async (words) => {
    const { name, url } = await newRepository();
    report('unpack ok\n', `ng refs/heads/main ${words}\n`);
    const first = server.intercept;
    let refusals = 0;
    server.intercept = (request, response) => {
      if (refusals >= 2) return false;
      const answered = first?.(request, response) ?? false;
      if (answered) refusals += 1;
      return answered;
    };
    expect(await makePort(server).push(makeRequest(url))).toMatchObject({ changed: true });
    expect(refusals).toBe(2);
    expect(await server.git(name, 'log', '--format=%s', 'main')).toBe('Push Orders\n');
  });

  test('a failure of its own in the middle', async () => {
    const { url } = await newRepository();
    server.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      request.resume();
      response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' });
      response.end(line(`\u0003${SECRET_TEXT}`));
      return true;
    };
    expect(await failureOf(server, makeRequest(url))).toMatchObject({ code: 'GIT_BAD_RESPONSE' });
  });
});
