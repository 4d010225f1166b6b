import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import type { Intercept } from '../support/git-server.js';
import { serverCredentials } from '../support/git-server.js';
import { CONFIGURE, type GitService, startGitService } from '../support/git-service.js';
import { type HostileServer, startTcpServer, startUntrustedServer } from '../support/hostile-server.js';

/** What a remote says that must be told nowhere. */
const WORDS = 'text of the remote <b>';
/** Limits that make the test of a silent server short. */
const TIMEOUT_MS = 6_000;

let git: GitService;
let silent: HostileServer;
let untrusted: HostileServer;
let talkative: HostileServer;
beforeAll(async () => {
  [silent, untrusted, talkative] = await Promise.all([
    startTcpServer(undefined),
    startUntrustedServer(),
    startTcpServer(`${WORDS}\r\n`),
  ]);
  const allowed = [`http://${silent.host}`, `http://${talkative.host}`, untrusted.host, 'http://127.0.0.1:9'];
  git = await startGitService({ allowed, timeoutMs: TIMEOUT_MS });
});
afterAll(async () => {
  await git.close();
  await Promise.all([silent.close(), untrusted.close(), talkative.close()]);
});
afterEach(() => {
  git.server.intercept = undefined;
});

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>) => openDatabase(git.service.orm.em).rows(query);

const answerWith =
  (status: number, headers: Record<string, string> = {}): Intercept =>
  (_request, response) => {
    response.writeHead(status, headers).end('<b>text of the remote</b>');
    return true;
  };
/** A push that the remote answers with a report of its choice. */
const reportOf =
  (words: string): Intercept =>
  (request, response) => {
    if (!isSend(request)) return false;
    request.resume();
    const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
    const report = `${line('unpack ok\n')}${line(`ng refs/heads/main ${words}\n`)}0000`;
    response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' });
    response.end(`${line(`\u0001${report}`)}0000`);
    return true;
  };
const endless: Intercept = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1_000_000, 'x')));
  };
  response.on('drain', more);
  more();
  return true;
};
const ownWords: Intercept = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  response.end('001btext of the remote <b>\n0000');
  return true;
};
const half: Intercept = (_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/x-git-upload-pack-advertisement',
    'content-length': 1000,
  });
  response.write('001e# service=git-upload-pack\n');
  setImmediate(() => response.destroy());
  return true;
};
const isSend = (request: { method?: string | undefined; url?: string | undefined }) =>
  request.method === 'POST' && request.url?.endsWith('git-receive-pack');

interface Condition {
  readonly settings?: (git: GitService) => Record<string, unknown>;
  readonly prepare?: (git: GitService, repository: string) => Promise<unknown>;
  readonly intercept?: Intercept;
}

const conditions: readonly (readonly [string, number, string, string, Condition])[] = [
  ['wrong token', 422, 'GIT_AUTH_FAILED', 'clone', { settings: () => ({ credentials: { token: 'wrong' } }) }],
  ['forbidden', 422, 'GIT_FORBIDDEN', 'clone', { intercept: answerWith(403) }],
  [
    'no write access',
    422,
    'GIT_FORBIDDEN',
    'push',
    { prepare: ({ server }, name) => server.git(name, 'config', 'http.receivepack', 'false') },
  ],
  [
    'missing repository',
    422,
    'GIT_REMOTE_NOT_FOUND',
    'clone',
    { settings: ({ server }) => ({ url: `${server.origin}/none.git` }) },
  ],
  [
    'blocked address',
    422,
    'GIT_URL_NOT_ALLOWED',
    'clone',
    { settings: () => ({ url: 'https://10.0.0.1/r.git' }) },
  ],
  [
    'no such name',
    422,
    'GIT_URL_NOT_ALLOWED',
    'clone',
    { settings: () => ({ url: 'https://nothing.invalid/r.git' }) },
  ],
  [
    'redirect to an inner address',
    422,
    'GIT_REDIRECTED',
    'clone',
    { intercept: answerWith(302, { location: 'http://10.0.0.1/' }) },
  ],
  [
    'redirect to a file',
    422,
    'GIT_REDIRECTED',
    'clone',
    { intercept: answerWith(302, { location: 'file:///etc/passwd' }) },
  ],
  ['too large', 422, 'GIT_TOO_LARGE', 'clone', { intercept: answerWith(413) }],
  [
    'hook declines',
    409,
    'GIT_PUSH_REJECTED',
    'push',
    { prepare: ({ server }, name) => server.addHook(name, 'pre-receive', 'exit 1') },
  ],
  [
    'protected branch',
    409,
    'GIT_PUSH_REJECTED',
    'push',
    { intercept: reportOf('protected branch hook declined: text of the remote') },
  ],
  ['a race lost for ever', 409, 'GIT_CONFLICT', 'push', { intercept: reportOf('fetch first') }],
  ['an endless body', 422, 'GIT_TOO_LARGE', 'clone', { intercept: endless }],
  ['half an answer', 502, 'GIT_BAD_RESPONSE', 'clone', { intercept: half }],
  [
    'not a Git server',
    502,
    'GIT_BAD_RESPONSE',
    'clone',
    { intercept: answerWith(200, { 'content-type': 'text/html' }) },
  ],
  ['an advertisement of its own', 502, 'GIT_BAD_RESPONSE', 'clone', { intercept: ownWords }],
  [
    'not an HTTP server',
    502,
    'GIT_BAD_RESPONSE',
    'clone',
    { settings: () => ({ url: `http://${talkative.host}/r.git` }) },
  ],
  ['server error', 502, 'GIT_BAD_RESPONSE', 'clone', { intercept: answerWith(500) }],
  [
    'nobody listens',
    502,
    'GIT_UNREACHABLE',
    'clone',
    { settings: () => ({ url: 'http://127.0.0.1:9/r.git' }) },
  ],
  [
    'untrusted certificate',
    502,
    'GIT_TLS_FAILED',
    'clone',
    { settings: () => ({ url: `https://${untrusted.host}/r.git` }) },
  ],
  ['rate limit', 503, 'GIT_RATE_LIMITED', 'clone', { intercept: answerWith(429, { 'retry-after': '7' }) }],
  [
    'silent server',
    504,
    'GIT_TIMEOUT',
    'clone',
    { settings: () => ({ url: `http://${silent.host}/r.git` }) },
  ],
  ['silence after sending', 504, 'GIT_TIMEOUT', 'push', { intercept: (request) => isSend(request) === true }],
];

describe('a remote that fails', () => {
  test.each(conditions)('%s: %i %s at %s', async (_name, status, code, step, condition) => {
    const app = await git.newApp(undefined);
    await condition.prepare?.(git, app.repository);
    const settings = condition.settings?.(git);
    if (settings) await git.service.graphql(CONFIGURE, { input: { appId: app.appId, ...settings } });
    git.server.intercept = condition.intercept;
    const answer = await git.push(app);
    expect(answer.json).toEqual({
      statusCode: status,
      code,
      message: expect.stringMatching(/\.$/),
      path: `/api/ext/apps/${app.appId}/versions/${app.versionIds[0]}/git-sync/push`,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      requestId: answer.headers.get('x-request-id'),
      step,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(code === 'GIT_RATE_LIMITED' ? '7' : null);
    const [push] = await rowsOf(sql<Record<string, unknown>>`
      select * from git_pushes where app_id = ${app.appId}`);
    expect(push).toMatchObject({
      outcome: 'failed',
      error_code: code,
      error_step: step,
      commit_oid: null,
      request_id: answer.headers.get('x-request-id'),
    });
    const audited = await rowsOf(sql`select * from audit_entries where workspace_id = ${app.tenant.id}`);
    const written = JSON.stringify([push, audited, git.service.log]);
    const password = Buffer.from(serverCredentials.password).toString('base64');
    // A parser keeps the bytes that it could not read.
    const bytes = [...Buffer.from('text of')].join();
    for (const secret of [
      'text of the remote',
      bytes,
      serverCredentials.password,
      password,
      '<b>',
      'wrong',
    ]) {
      expect(answer.text + written).not.toContain(secret);
    }
  });

  test('another app in the directory: 409 GIT_DIRECTORY_TAKEN at commit', async () => {
    const [one, other] = [await git.newApp(), await git.newApp()];
    await git.service.graphql(CONFIGURE, { input: { appId: other.appId, url: one.url } });
    expect((await git.push(one)).status).toBe(200);
    const answer = await git.push(other);
    expect([answer.status, answer.json.code, answer.json.step]).toEqual([
      409,
      'GIT_DIRECTORY_TAKEN',
      'commit',
    ]);
  });

  test('a branch that collides with a directory of refs: 422 GIT_BRANCH_INVALID', async () => {
    const app = await git.newApp();
    await git.push(app);
    await git.service.graphql(CONFIGURE, { input: { appId: app.appId, branch: 'main/sub' } });
    const answer = await git.push(app);
    expect([answer.status, answer.json.code]).toEqual([422, 'GIT_BRANCH_INVALID']);
  });

  test('SHA-256 objects: 422 GIT_UNSUPPORTED', async () => {
    const app = await git.newApp();
    const url = await git.server.createRepository('sha256', '--object-format=sha256');
    await git.service.graphql(CONFIGURE, { input: { appId: app.appId, url } });
    const answer = await git.push(app);
    expect([answer.status, answer.json.code]).toEqual([422, 'GIT_UNSUPPORTED']);
  });

  test('the service goes on: the same app is pushed once the remote is well again', async () => {
    const app = await git.newApp();
    git.server.intercept = answerWith(500);
    expect((await git.push(app)).status).toBe(502);
    git.server.intercept = undefined;
    expect((await git.push(app)).status).toBe(200);
  });
});
