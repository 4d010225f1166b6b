import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GitClone } from '../support/git-clone.js';
import { failureOf, SECRET_TEXT } from '../support/git-failure.js';
import { makeRequest } from '../support/git-push.js';
import { type GitServer, serverCredentials, startGitServer } from '../support/git-server.js';
import {
  type HostileServer,
  keepWriting,
  startHostileServer,
  startRawServer,
} from '../support/hostile-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
const hostile: HostileServer[] = [];
afterEach(async () => {
  server.intercept = undefined;
  await Promise.all(hostile.splice(0).map((one) => one.close()));
});

async function startWith(answer: RequestListener): Promise<HostileServer> {
  const one = await startHostileServer(answer);
  hostile.push(one);
  return one;
}

let count = 0;
const newRepository = () => server.createRepository(`answer-${++count}`);

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
    [
      302,
      { location: `https://${'a'.repeat(10_000)}.example/` },
      'GIT_REDIRECTED',
      { target: 'an address that is not a web address' },
    ],
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
      const url = await newRepository();
      server.intercept = (request, response) => {
        if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
        request.resume();
        response.writeHead(status).end(SECRET_TEXT);
        return true;
      };
      expect(await failureOf(server, makeRequest(url))).toMatchObject({ code, params: { step: 'push' } });
    }
  });

  test.each([
    ['GET', 'git-upload-pack', 'clone'],
    ['GET', 'git-receive-pack', 'push'],
    ['POST', 'git-upload-pack', 'clone'],
    ['POST', 'git-receive-pack', 'push'],
  ])('with a redirect to the %s of %s, which is not followed', async (method, service, step) => {
    const url = await newRepository();
    await (await GitClone.of(url, serverCredentials)).push('theirs', { 'a.txt': 'x\n' });
    const elsewhere = await startWith((_request, response) => response.end(SECRET_TEXT));
    for (const status of [301, 302, 303, 307, 308]) {
      server.intercept = (request, response) => {
        if (request.method !== method || !request.url?.endsWith(service)) return false;
        request.resume();
        response.writeHead(status, { location: `http://${elsewhere.host}/r.git` }).end();
        return true;
      };
      expect(await failureOf(server, makeRequest(url))).toMatchObject({
        code: 'GIT_REDIRECTED',
        kind: 'unprocessable',
        params: { step, target: elsewhere.host },
      });
    }
    expect(elsewhere.connections()).toBe(0);
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
    const url = await newRepository();
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
    const url = await newRepository();
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

  test.each([
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    [
      'more headers than anybody reads',
      `HTTP/1.1 200 OK\r\n${`X-Padding: ${'x'.repeat(1000)}\r\n`.repeat(100)}`,
    ],
    ['two lengths of one body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n'],
    ['a length below nothing', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
    ['a damaged chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    [
      'trailers without end',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(100_000)}`,
    ],
    ['a status of its own', 'HTTP/1.1 999 Strange\r\nContent-Length: 0\r\n\r\n'],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ])('with %s', async (_name, text) => {
    const target = await startRawServer((socket) => socket.write(text));
    hostile.push(target);
    // Not the code of a deadline: the answer itself has to be seen through.
    const failure = await failureOf(target, makeRequest(`http://${target.host}/r.git`));
    expect(failure).toMatchObject({ code: 'GIT_BAD_RESPONSE', params: { step: 'clone' } });
  });

  test('with nothing but announcements of an answer', async () => {
    const target = await startRawServer((socket) =>
      keepWriting(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000), 5),
    );
    hostile.push(target);
    const request = makeRequest(`http://${target.host}/r.git`);
    expect(await failureOf(target, request, { timeoutMs: 1_000 })).toMatchObject({ code: 'GIT_TIMEOUT' });
  });

  test('with a compressed body that was not asked for', async () => {
    const target = await startWith(every(200, { 'content-encoding': 'gzip' }));
    expect(await failureOf(target, makeRequest(`http://${target.host}/r.git`))).toMatchObject({
      code: 'GIT_BAD_RESPONSE',
    });
  });
});
