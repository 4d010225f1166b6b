import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DomainError } from '../../src/errors.js';
import type { PushRequest } from '../../src/git/git-port.js';
import { type GitPortOptions, IsomorphicGitPort } from '../../src/git/isomorphic-git-port.js';
import { GitClone } from '../support/git-clone.js';
import { allow, makePort, makeRequest } from '../support/git-push.js';
import { type GitServer, serverCredentials, startGitServer } from '../support/git-server.js';
import {
  type HostileServer,
  startHostileServer,
  startTcpServer,
  startUntrustedServer,
} from '../support/hostile-server.js';

const SECRET_TEXT = 'INTERNAL-TEXT-OF-THE-REMOTE';

let server: GitServer;
const hostile: HostileServer[] = [];
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.intercept = undefined;
  await Promise.all(hostile.splice(0).map((one) => one.close()));
});

/** The failure of a push; it must be one of ours and show nothing of the remote's text or of the credentials. */
async function failureOf(
  target: { host: string },
  request: PushRequest,
  options: Partial<GitPortOptions> = {},
): Promise<DomainError> {
  const result = await makePort(target, options)
    .push(request)
    .catch((error: unknown) => error);
  if (!(result instanceof DomainError))
    throw new Error('the push did not fail as it should', { cause: result });
  const shown = JSON.stringify([result.message, result.params, result.extensions]);
  for (const secret of [
    SECRET_TEXT,
    serverCredentials.password,
    'Basic ',
    'git-receive-pack',
    'node_modules',
  ]) {
    expect(shown).not.toContain(secret);
  }
  return result;
}

async function startWith(answer: RequestListener): Promise<HostileServer> {
  const one = await startHostileServer(answer);
  hostile.push(one);
  return one;
}

let count = 0;
const newRepository = async (...initOptions: string[]) => {
  const name = `failure-${++count}`;
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

  test('that the pack could not be stored', async () => {
    const { url } = await newRepository();
    report('unpack index-pack abnormal exit\n', 'ng refs/heads/main unpacker error\n');
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

describe('a server that answers', () => {
  const every = (status: number, headers: Record<string, string> = {}): RequestListener => {
    return (_request, response) => response.writeHead(status, headers).end(SECRET_TEXT);
  };

  test.each([
    [203, {}, 'GIT_AUTH_FAILED', {}],
    [401, {}, 'GIT_AUTH_FAILED', {}],
    [403, {}, 'GIT_FORBIDDEN', {}],
    [404, {}, 'GIT_REMOTE_NOT_FOUND', {}],
    [413, {}, 'GIT_TOO_LARGE', {}],
    [429, { 'retry-after': '17' }, 'GIT_RATE_LIMITED', { retryAfterSeconds: 17 }],
    [429, { 'retry-after': '99999999' }, 'GIT_RATE_LIMITED', { retryAfterSeconds: 3600 }],
    [429, { 'retry-after': 'soon' }, 'GIT_RATE_LIMITED', { retryAfterSeconds: 60 }],
    [500, {}, 'GIT_BAD_RESPONSE', {}],
    [503, {}, 'GIT_BAD_RESPONSE', {}],
    [200, { 'content-type': 'text/html' }, 'GIT_BAD_RESPONSE', {}],
    [200, { 'content-type': 'application/x-git-receive-pack-advertisement' }, 'GIT_BAD_RESPONSE', {}],
    [301, { location: 'http://10.0.0.1/inner.git' }, 'GIT_REDIRECTED', { target: '10.0.0.1' }],
    [
      302,
      { location: 'file:///etc/passwd' },
      'GIT_REDIRECTED',
      { target: 'an address that is not a web address' },
    ],
    [302, { location: 'javascript:alert(1)' }, 'GIT_REDIRECTED', {}],
    [307, { location: 'http://[::1' }, 'GIT_REDIRECTED', {}],
    [308, { location: 'http://127.0.0.1:99999/' }, 'GIT_REDIRECTED', {}],
    [302, {}, 'GIT_REDIRECTED', {}],
  ] as const)('%i %j', async (status, headers, code, params) => {
    const target = await startWith(every(status, headers));
    const failure = await failureOf(target, makeRequest(`http://${target.host}/r.git`));
    expect(failure).toMatchObject({ code, params: { ...params, host: target.host } });
    expect(failure.message).not.toContain('undefined');
  });

  test('a date in Retry-After', async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    const target = await startWith(every(429, { 'retry-after': date }));
    const failure = await failureOf(target, makeRequest(`http://${target.host}/r.git`));
    expect(Number(failure.params.retryAfterSeconds)).toBeGreaterThan(100);
    expect(failure.extensions).toMatchObject({ code: 'GIT_RATE_LIMITED', step: 'clone' });
  });

  test('refusals to the sending alone', async () => {
    for (const [status, code] of [
      [413, 'GIT_TOO_LARGE'],
      [403, 'GIT_FORBIDDEN'],
      [502, 'GIT_BAD_RESPONSE'],
    ] as const) {
      const { url } = await newRepository();
      server.intercept = (request, response) => {
        if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
        request.resume();
        response.writeHead(status).end(SECRET_TEXT);
        return true;
      };
      expect(await failureOf(server, makeRequest(url))).toMatchObject({ code, params: { step: 'push' } });
    }
  });

  test('with an error packet, a damaged packet, or half a list of references', async () => {
    const type = { 'content-type': 'application/x-git-upload-pack-advertisement' };
    const oid = 'a'.repeat(40);
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const service = `${line('# service=git-upload-pack\n')}0000`;
    for (const body of [
      `${service}${line(`ERR ${SECRET_TEXT}`)}`,
      `${service}zzzz`,
      service.slice(0, -4),
      `${service}${line(`${oid} HEAD\0 side-band-64k\n`)}${line(`${oid} refs/heads/main\n`)}`,
      `${service}${line(`${oid} HEAD\0 side-band-64k\n`)}00`,
      `${service}${line('nonsense\0 caps\n')}0000`,
      `${service}${line('short refs/heads/main\0 caps\n')}0000`,
      `${line('version 2\n')}0000`,
      '',
    ]) {
      const target = await startWith((request, response) => {
        if (request.url?.includes('receive-pack')) response.destroy();
        else response.writeHead(200, type).end(body);
      });
      const failure = await failureOf(target, makeRequest(`http://${target.host}/r.git`));
      expect(failure).toMatchObject({
        code: 'GIT_BAD_RESPONSE',
        kind: 'upstream',
        params: { step: 'clone' },
      });
    }
  });

  test.each(['git-upload-pack', 'git-receive-pack'])('half of what it should, at %s', async (service) => {
    const { url } = await newRepository();
    await (await GitClone.of(url, serverCredentials)).push('theirs', { 'a.txt': 'x\n' });
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || !request.url?.endsWith(service)) return false;
      request.resume();
      response.writeHead(200, { 'content-type': `application/x-${service}-result`, 'content-length': 1000 });
      response.write('0008NAK\n0030');
      setImmediate(() => response.destroy());
      return true;
    };
    expect(await failureOf(server, makeRequest(url))).toMatchObject({ code: 'GIT_BAD_RESPONSE' });
  });

  test('with a pack that is none, cut off, or damaged', async () => {
    const { url } = await newRepository();
    await (await GitClone.of(url, serverCredentials)).push('theirs', { 'a.txt': 'x\n' });
    const sideband = (data: Buffer) =>
      Buffer.concat([Buffer.from(`${(data.length + 5).toString(16).padStart(4, '0')}\x01`), data]);
    const header = Buffer.from('5041434b0000000200000001', 'hex');
    for (const pack of [Buffer.from('hello'), Buffer.concat([header, Buffer.alloc(40)]), Buffer.alloc(0)]) {
      server.intercept = (request, response) => {
        if (request.method !== 'POST' || !request.url?.endsWith('git-upload-pack')) return false;
        request.resume();
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
        response.end(Buffer.concat([Buffer.from('0008NAK\n'), sideband(pack), Buffer.from('0000')]));
        return true;
      };
      expect(await failureOf(server, makeRequest(url))).toMatchObject({
        code: 'GIT_BAD_RESPONSE',
        params: { step: 'clone' },
      });
    }
  });

  test('without end', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x');
    const target = await startWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const before = process.memoryUsage().rss;
    expect(await failureOf(target, makeRequest(`http://${target.host}/r.git`))).toMatchObject({
      code: 'GIT_TOO_LARGE',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  test('with a compressed body that was not asked for', async () => {
    const target = await startWith(every(200, { 'content-encoding': 'gzip' }));
    expect(await failureOf(target, makeRequest(`http://${target.host}/r.git`))).toMatchObject({
      code: 'GIT_BAD_RESPONSE',
    });
  });
});

describe('a server that does not answer', () => {
  const limits = { connectMs: 200, idleMs: 300, maxBodyBytes: 1_000_000 };

  test('at all', async () => {
    const target = await startTcpServer(undefined);
    hostile.push(target);
    const request = makeRequest(`http://${target.host}/r.git`);
    expect(await failureOf(target, request, { limits })).toMatchObject({
      code: 'GIT_TIMEOUT',
      kind: 'timeout',
    });
    expect(await failureOf(target, request, { timeoutMs: 300 })).toMatchObject({ code: 'GIT_TIMEOUT' });
  });

  test('after the first bytes, or with one byte now and then', async () => {
    const silent = await startWith((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
        .write('001e#');
    });
    expect(
      await failureOf(silent, makeRequest(`http://${silent.host}/r.git`), { timeoutMs: 400 }),
    ).toMatchObject({
      code: 'GIT_TIMEOUT',
    });
    const dripping = await startWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      const timer = setInterval(() => response.write('0'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(
      await failureOf(dripping, makeRequest(`http://${dripping.host}/r.git`), { timeoutMs: 400 }),
    ).toMatchObject({
      code: 'GIT_TIMEOUT',
    });
  });

  test('to the sending', async () => {
    const { url } = await newRepository();
    server.intercept = (request) => {
      request.resume();
      return request.method === 'POST';
    };
    expect(await failureOf(server, makeRequest(url), { timeoutMs: 1_500 })).toMatchObject({
      code: 'GIT_TIMEOUT',
      params: { step: 'push' },
    });
  });

  test('because nobody listens, or because it resets the connection', async () => {
    const gone = await startTcpServer(undefined);
    await gone.close();
    expect(await failureOf(gone, makeRequest(`http://${gone.host}/r.git`))).toMatchObject({
      code: 'GIT_UNREACHABLE',
    });
    const resetting = await startWith((request) => request.socket.resetAndDestroy());
    expect(await failureOf(resetting, makeRequest(`http://${resetting.host}/r.git`))).toMatchObject({
      code: 'GIT_UNREACHABLE',
      kind: 'upstream',
    });
  });

  test('in HTTP', async () => {
    const target = await startTcpServer('220 mail.example.com ESMTP\r\n');
    hostile.push(target);
    expect(await failureOf(target, makeRequest(`http://${target.host}/r.git`))).toMatchObject({
      code: 'GIT_BAD_RESPONSE',
    });
  });

  test('with a certificate to trust, or with TLS at all', async () => {
    const untrusted = await startUntrustedServer();
    const plain = await startTcpServer('hello');
    hostile.push(untrusted, plain);
    expect(await failureOf(untrusted, makeRequest(`https://${untrusted.host}/r.git`))).toMatchObject({
      code: 'GIT_TLS_FAILED',
      kind: 'upstream',
      params: { reason: 'its certificate is signed by itself.' },
    });
    expect(await failureOf(plain, makeRequest(`https://${plain.host}/r.git`))).toMatchObject({
      code: 'GIT_TLS_FAILED',
    });
  });
});

describe('an address that is not allowed', () => {
  const resolveTo =
    (...addresses: string[]) =>
    (_name: string, _options: unknown, callback: (error: Error | null, found: LookupAddress[]) => void) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (found.length > 0) callback(null, found);
      else callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    };
  const portWith = (resolve: ReturnType<typeof resolveTo>, ...allowed: string[]) =>
    new IsomorphicGitPort({
      allowedHosts: allow(...allowed),
      timeoutMs: 2_000,
      resolveHost: resolve as unknown as NonNullable<GitPortOptions['resolveHost']>,
    });

  test.each([
    'http://git.example.com/r.git',
    'https://git.example.com:8443/r.git',
    'https://ada:secret@git.example.com/r.git',
    'ssh://git@git.example.com/r.git',
    'git@git.example.com:r.git',
    'file:///etc/passwd',
    'gopher://git.example.com/',
    'https://127.0.0.1/r.git',
    'https://2130706433/r.git',
    'https://0x7f.1/r.git',
    'https://127.1/r.git',
    'https://１２７.0.0.1/r.git',
    'https://[::1]/r.git',
    'https://[::ffff:127.0.0.1]/r.git',
    'https://[::ffff:a9fe:a9fe]/r.git',
    'https://[64:ff9b::7f00:1]/r.git',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/r.git',
    'https://100.100.100.200/r.git',
    'https://[fd00:ec2::254]/r.git',
    'https://0.0.0.0/r.git',
    'https://git.example.com/r.git?x=1',
    'https://git.example.com/r.git#x',
    'not a url',
    '',
  ])('%s', async (url) => {
    const failure = await portWith(resolveTo('127.0.0.1'))
      .push(makeRequest(url))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'GIT_URL_NOT_ALLOWED', kind: 'unprocessable' });
  });

  test('a name with any address that is not public, and a name without one, get the same answer', async () => {
    const failures = await Promise.all(
      [resolveTo('127.0.0.1'), resolveTo('93.184.216.34', '10.0.0.1'), resolveTo('fe80::1'), resolveTo()].map(
        (resolve) =>
          portWith(resolve)
            .push(makeRequest('https://git.example.com/r.git'))
            .catch((error: DomainError) => ({
              message: error.message,
              params: error.params,
              code: error.code,
            })),
      ),
    );
    expect(new Set(failures.map((failure) => JSON.stringify(failure))).size).toBe(1);
    expect(failures[0]).toMatchObject({ code: 'GIT_URL_NOT_ALLOWED' });
  });

  test('a name that changes its address between two connections is judged at each', async () => {
    const target = await startWith((_request, response) => response.end());
    let calls = 0;
    const resolve: ReturnType<typeof resolveTo> = (name, options, callback) =>
      resolveTo(calls++ === 0 ? '93.184.216.34' : '127.0.0.1')(name, options, callback);
    const port = portWith(resolve);
    for (let attempt = 0; attempt < 2; attempt++) {
      await port.push(makeRequest('https://git.example.com/r.git')).catch(() => undefined);
    }
    expect(calls).toBeGreaterThan(1);
    expect(target.connections()).toBe(0);
  });

  test('is not connected to', async () => {
    const target = await startWith((_request, response) => response.end());
    const [, port] = target.host.split(':');
    for (const allowed of ['http://127.0.0.1:1', '127.0.0.1', `127.0.0.1:${port}`, '10.0.0.0/8']) {
      const failure = await portWith(resolveTo('127.0.0.1'), allowed)
        .push(makeRequest(`http://${target.host}/r.git`))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'GIT_URL_NOT_ALLOWED' });
    }
    expect(target.connections()).toBe(0);
  });

  test('unless the operator allows its name or its network', async () => {
    const target = await startUntrustedServer();
    hostile.push(target);
    const [, port] = target.host.split(':');
    for (const [url, allowed] of [
      [`https://127.0.0.1:${port}/r.git`, `127.0.0.1:${port}`],
      [`https://127.0.0.1:${port}/r.git`, '127.0.0.0/8'],
      [`https://git.corp.example:${port}/r.git`, `GIT.corp.example:${port}`],
      [`https://git.corp.example:${port}/r.git`, '127.0.0.0/8'],
    ] as const) {
      const failure = await portWith(resolveTo('127.0.0.1'), allowed)
        .push(makeRequest(url))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'GIT_TLS_FAILED' });
    }
  });
});
