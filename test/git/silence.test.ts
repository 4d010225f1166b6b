import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../support/git-failure.js';
import { makeRequest } from '../support/git-push.js';
import { type GitServer, startGitServer } from '../support/git-server.js';
import {
  type HostileServer,
  startHostileServer,
  startTcpServer,
  startUntrustedServer,
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
    const url = await server.createRepository('silence');
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
