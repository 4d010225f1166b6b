import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { DomainError } from '../../src/errors.js';
import { type GitPortOptions, IsomorphicGitPort } from '../../src/git/isomorphic-git-port.js';
import { allow, makeRequest } from '../support/git-push.js';
import { type HostileServer, startHostileServer, startUntrustedServer } from '../support/hostile-server.js';

const hostile: HostileServer[] = [];
afterEach(async () => {
  await Promise.all(hostile.splice(0).map((one) => one.close()));
});

async function startWith(answer: RequestListener): Promise<HostileServer> {
  const one = await startHostileServer(answer);
  hostile.push(one);
  return one;
}

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
    'https://[64:ff9b:1::7f00:1]/r.git',
    'https://[::7f00:1]/r.git',
    'https://[::ffff:0:7f00:1]/r.git',
    'https://[::ffff:93.184.216.34]/r.git',
    'https://[2002:7f00:1::]/r.git',
    'https://[2001:0:7f00:1::]/r.git',
    'https://[4000::1]/r.git',
    'https://[fe80::1]/r.git',
    'https://127.0.0.1./r.git',
    'https://017700000001/r.git',
    'https://0177.0.0.1/r.git',
    'https://127。0。0。1/r.git',
    'https://①②⑦.0.0.1/r.git',
    'https://localhost/r.git',
    'https://LOCALHOST./r.git',
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
      [
        resolveTo('127.0.0.1'),
        resolveTo('93.184.216.34', '10.0.0.1'),
        resolveTo('2606:2800:220:1::1', '::ffff:10.0.0.1'),
        resolveTo('::ffff:0:a00:1'),
        resolveTo('fe80::1'),
        resolveTo(),
      ].map((resolve) =>
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
    const target = await startUntrustedServer();
    hostile.push(target);
    const [, port] = target.host.split(':');
    const answers: string[] = [];
    // The first address is allowed, but nobody listens there; the server that does is at the second one.
    const resolve: ReturnType<typeof resolveTo> = (name, options, callback) => {
      answers.push(answers.length === 0 ? '127.0.0.2' : '127.0.0.1');
      resolveTo(answers.at(-1) ?? '')(name, options, callback);
    };
    const pushTo = (gitPort: IsomorphicGitPort) =>
      gitPort
        .push(makeRequest(`https://git.corp.example:${port}/r.git`))
        .catch((error: DomainError) => error.code);
    const careful = portWith(resolve, '127.0.0.2/32');
    await pushTo(careful);
    expect(await pushTo(careful)).toBe('GIT_URL_NOT_ALLOWED');
    expect(answers).toContain('127.0.0.1');
    expect(target.connections()).toBe(0);
    expect(await pushTo(portWith(resolve, '127.0.0.1/32'))).toBe('GIT_TLS_FAILED');
    expect(target.connections()).toBeGreaterThan(0);
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
