import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
import { openDatabase } from '../../src/database/database.js';
import { makeDefinition } from '../support/definition.js';
import { GitClone } from '../support/git-clone.js';
import { serverCredentials } from '../support/git-server.js';
import {
  CONFIGURE,
  type GitService,
  newKey,
  type PushableApp,
  startGitService,
} from '../support/git-service.js';

let git: GitService;
beforeAll(async () => {
  git = await startGitService();
});
afterAll(() => git.close());

const HISTORY = `query ($id: ID!) {
  app(id: $id) {
    gitRepository { url branch directory hasToken }
    gitPushes { nodes {
      appName versionId versionName actorName requestId outcome message url branch directory commitOid errorCode
      errorStep startedAt durationMs
    } }
  }
}`;

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>) => openDatabase(git.service.orm.em).rows(query);
const configure = (input: Record<string, unknown>, token?: string) =>
  git.service.graphql(CONFIGURE, { input }, token).then((data) => data.configureGitRepository);
const historyOf = async (app: PushableApp) =>
  (await git.service.graphql(HISTORY, { id: app.appId })).app.gitPushes.nodes;

describe('a push', () => {
  test('through the external API arrives and is answered as the contract says', async () => {
    const app = await git.newApp([makeDefinition(3, 'A'), makeDefinition(3, 'B')]);
    const answer = await git.push(app, { message: '  First\r\npush  ' });
    const { json } = answer;
    expect(answer.status).toBe(200);
    expect(json).toEqual({
      message: 'Version "v1" was pushed to main.',
      changed: true,
      commit: {
        oid: expect.stringMatching(/^[0-9a-f]{40}$/),
        branch: 'main',
        message: 'First\npush',
        authoredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      },
      repository: { url: app.url, branch: 'main', directory: 'apps/orders' },
    });
    const again = await git.push(app, { message: 'again' });
    expect(again.json).toEqual({
      ...json,
      message: 'Version "v1" is on main already; nothing has changed.',
      changed: false,
    });
    expect((await git.push(app, { version: 1 })).json).toMatchObject({ changed: true });

    const copy = await GitClone.of(app.url, serverCredentials);
    expect(await copy.files('apps/orders')).toEqual(
      versionFiles({ id: app.appId, name: 'Orders' }, makeDefinition(3, 'B')),
    );
    expect(await copy.git('log', '--format=%an <%ae> %s', '--reverse')).toBe(
      'Rollcall <rollcall@localhost> First push\nRollcall <rollcall@localhost> Push it\n',
    );
  });

  test('through GraphQL is the same push', async () => {
    const app = await git.newApp();
    const { pushVersion } = await git.service.graphql(
      `mutation ($input: PushVersionInput!) {
        pushVersion(input: $input) { changed commit { oid branch message } push { id outcome commitOid } }
      }`,
      { input: { appId: app.appId, versionId: app.versionIds[0], message: 'By hand' } },
      app.tenant.tokens.admin,
    );
    expect(pushVersion).toMatchObject({ changed: true, commit: { branch: 'main', message: 'By hand' } });
    expect(pushVersion.push).toMatchObject({ outcome: 'PUSHED', commitOid: pushVersion.commit.oid });
  });

  test('is recorded in the history and the audit trail, whatever its end', async () => {
    const app = await git.newApp();
    const first = await git.push(app, { message: 'one' });
    await git.push(app, { message: 'two' });
    await configure({ appId: app.appId, credentials: { username: 'ada', token: 'wrong' } });
    expect((await git.push(app, { message: 'three' })).status).toBe(422);
    const history = await historyOf(app);
    const common = {
      appName: 'Orders',
      versionId: app.versionIds[0],
      versionName: 'v1',
      actorName: 'external token',
    };
    const target = { url: app.url, branch: 'main', directory: 'apps/orders' };
    expect(history).toMatchObject([
      {
        ...common,
        ...target,
        message: 'one',
        outcome: 'PUSHED',
        commitOid: first.json.commit.oid,
        errorCode: null,
      },
      { ...common, ...target, message: 'two', outcome: 'UNCHANGED', commitOid: first.json.commit.oid },
      {
        ...common,
        message: 'three',
        outcome: 'FAILED',
        commitOid: null,
        errorCode: 'GIT_AUTH_FAILED',
        errorStep: 'PUSH',
      },
    ]);
    expect(history[0].requestId).toBe(first.headers.get('x-request-id'));
    expect(history.every(({ durationMs }: { durationMs: number }) => durationMs > 0)).toBe(true);
    const audited = await rowsOf(sql<{ action: string; changes: object }>`
      select action, changes from audit_entries where subject_id = ${app.versionIds[0]} order by id`);
    expect(audited.slice(1)).toMatchObject([
      { action: 'app_version.pushed', changes: { outcome: 'pushed' } },
      { action: 'app_version.pushed', changes: { outcome: 'unchanged' } },
      { action: 'app_version.push_failed', changes: { errorCode: 'GIT_AUTH_FAILED' } },
    ]);
  });

  test('reads with one statement, holds no transaction while it waits, and writes with two', async () => {
    const app = await git.newApp();
    await git.push(app);
    let during: string[] | undefined;
    git.server.intercept = () => {
      during ??= [...git.service.count.statements];
      return false;
    };
    const statements = await git.service.count.during(() => git.push(app, { message: 'counted' }));
    git.server.intercept = undefined;
    const own = statements.filter((text) => !/from "?(tokens|licenses)"?/i.test(text));
    expect(own.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' '))).toEqual([
      'select a.workspace_id as',
      'insert into git_pushes',
      'insert into audit_entries',
    ]);
    expect(during?.at(-1)).toContain('from apps a');
  });
});

describe('before any network', () => {
  const missing = '0198f3c2-0000-7000-8000-000000000000';

  test.each([
    ['an unknown app', { appId: missing }, 400, 'APP_NOT_FOUND'],
    ['a malformed app id', { appId: 'nothing' }, 400, 'APP_NOT_FOUND'],
    ['an unknown version', { versionIds: [missing] }, 400, 'VERSION_NOT_FOUND'],
    ['a malformed version id', { versionIds: ['nothing'] }, 400, 'VERSION_NOT_FOUND'],
  ])('%s is refused', async (_name, other, status, code) => {
    const app = await git.newApp();
    git.server.requests.length = 0;
    const answer = await git.push({ ...app, ...other });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.step).toBeUndefined();
    expect(git.server.requests).toEqual([]);
  });

  test('a version of another app, and an app of another workspace, are unknown', async () => {
    const [one, other] = [await git.newApp(), await git.newApp()];
    expect((await git.push({ ...one, versionIds: other.versionIds })).json.code).toBe('VERSION_NOT_FOUND');
    const foreign = await git.push(one, { token: other.tenant.tokens.external });
    expect([foreign.status, foreign.json.code]).toEqual([400, 'APP_NOT_FOUND']);
    expect(await historyOf(one)).toEqual([]);
  });

  test('an app without a repository, or with pushes switched off, is refused', async () => {
    const app = await git.newApp();
    await configure({ appId: app.appId, enabled: false });
    const off = await git.push(app);
    expect([off.status, off.json.code]).toEqual([400, 'GIT_SYNC_DISABLED']);
    await configure({ appId: app.appId, enabled: true });
    expect((await git.push(app)).status).toBe(200);
    await rowsOf(sql`delete from git_repositories where app_id = ${app.appId}`);
    expect((await git.push(app)).json.code).toBe('GIT_SYNC_DISABLED');
  });

  test.each([
    [{}, 'commitMessage', 'is required'],
    [{ commitMessage: 7 }, 'commitMessage', 'must be a string'],
    [{ commitMessage: ' \n ' }, 'commitMessage', 'must have 1 to 4,000 characters'],
    [{ commitMessage: 'x'.repeat(4001) }, 'commitMessage', 'must have 1 to 4,000 characters'],
    [{ commitMessage: 'a\0b' }, 'commitMessage', 'must not contain a NUL character'],
    [{ commitMessage: '\ud800' }, 'commitMessage', 'must not contain half of a surrogate pair'],
    [{ commitMessage: 'x', branch: 'y' }, 'branch', 'is not a known key'],
    [[], 'body', 'must be a JSON object'],
  ])('the body %j is refused', async (body, path, message) => {
    const app = await git.newApp();
    const answer = await git.service.request(
      `/api/ext/apps/${app.appId}/versions/${app.versionIds[0]}/git-sync/push`,
      {
        method: 'POST',
        headers: { Authorization: `Basic ${app.tenant.tokens.external}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path, message }] });
  });

  test('4,000 characters beyond the basic plane are a message', async () => {
    const app = await git.newApp();
    expect((await git.push(app, { message: '🙂'.repeat(4000) })).status).toBe(200);
  });
});

describe('repository settings', () => {
  test('have defaults, and keep what an input leaves out', async () => {
    const app = await git.newApp();
    const first = await configure({ appId: app.appId });
    expect(first).toEqual({
      gitRepository: {
        id: expect.any(String),
        appId: app.appId,
        url: app.url,
        branch: 'main',
        directory: 'apps/orders',
        authorName: 'Rollcall',
        authorEmail: 'rollcall@localhost',
        username: 'ada',
        hasToken: true,
        enabled: true,
      },
      connectionTest: null,
    });
    const settings = { branch: 'work/x', authorName: 'Ada', authorEmail: 'ada@example.com' };
    const changed = await configure({ appId: app.appId, directory: '/a//b/', ...settings });
    expect(changed.gitRepository).toEqual({ ...first.gitRepository, ...settings, directory: 'a/b' });
    const { gitRepository } = await configure({ appId: app.appId, directory: null });
    expect(gitRepository).toEqual({ ...first.gitRepository, ...settings });
    expect((await configure({ appId: app.appId, directory: '.' })).gitRepository.directory).toBe('');
  });

  test('that stay the same write nothing; the trail tells what changed, and how it was', async () => {
    const app = await git.newApp();
    const first = await configure({ appId: app.appId, branch: 'stable' });
    expect(await configure({ appId: app.appId, branch: 'stable', url: app.url })).toEqual(first);
    await configure({ appId: app.appId, branch: 'main', credentials: { username: 'eve', token: 'new' } });
    const trail = await rowsOf(sql<{ action: string; changes: object; previous: object }>`
      select action, changes, previous from audit_entries
      where subject_id = ${first.gitRepository.id} order by id`);
    expect(trail.slice(1)).toEqual([
      { action: 'git_repository.changed', changes: { branch: 'stable' }, previous: { branch: 'main' } },
      {
        action: 'git_repository.changed',
        changes: { branch: 'main', username: 'eve', token: 'replaced' },
        previous: { branch: 'stable', username: 'ada' },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(serverCredentials.password);
  });

  test('never show a token, and store it sealed', async () => {
    const app = await git.newApp();
    const { gitRepository } = await configure({
      appId: app.appId,
      credentials: { token: 'sesame-open-sesame' },
    });
    expect(gitRepository).toMatchObject({ username: 'git', hasToken: true });
    const [row] = await rowsOf(sql<{ sealed_token: string }>`
      select sealed_token from git_repositories where app_id = ${app.appId}`);
    expect(row?.sealed_token).toMatch(/^v1\.test\./);
    const everything = await rowsOf(sql<{ text: string }>`
      select changes::text as text from audit_entries where subject_id = ${gitRepository.id} order by id`);
    expect(everything.map(({ text }) => JSON.parse(text))).toMatchObject([
      { token: 'replaced' },
      { token: 'replaced' },
    ]);
    expect(JSON.stringify([everything, git.service.log])).not.toContain('sesame');
  });

  test('lose their token when the URL moves to another server, or when it is removed', async () => {
    const app = await git.newApp();
    const moved = await configure({ appId: app.appId, url: 'https://git.example.com/r.git' });
    expect(moved.gitRepository).toMatchObject({ hasToken: false, username: null });
    await configure({ appId: app.appId, credentials: { token: 'one' } });
    const same = await configure({ appId: app.appId, url: 'https://git.example.com/other.git' });
    expect(same.gitRepository.hasToken).toBe(true);
    expect((await configure({ appId: app.appId, credentials: null })).gitRepository.hasToken).toBe(false);
  });

  test('are checked, every problem at once', async () => {
    const app = await git.newApp();
    const input = {
      appId: app.appId,
      url: 'https://ada:secret@git.example.com/r.git',
      branch: 'a..b',
      directory: 'apps/../.git/hooks',
      authorName: '<x>',
      authorEmail: 'nobody',
      credentials: { username: 'a:b', token: ' ' },
    };
    const error = await configure(input).catch(String);
    expect(error).toContain('VALIDATION_FAILED');
    const paths = [
      'url',
      'branch',
      'directory',
      'authorName',
      'authorEmail',
      'credentials.username',
      'credentials.token',
    ];
    for (const path of paths) expect(error).toContain(`"path":"${path}"`);
    expect(error).not.toContain('secret');
    for (const [path, value] of [
      ['branch', 'half\ud800'],
      ['authorName', 'half\ud800'],
      ['credentials.username', 'half\ud800'],
      ['credentials.token', 'half\ud800'],
      ['directory', 'half\ud800'],
      ['directory', 'apps/.g\u200cit'],
      ['directory', 'apps/\u202egnp'],
      ['directory', 'apps/CON'],
      ['directory', 'nul.d/apps'],
      ['directory', 'COM1'],
    ] as const) {
      const [outer, inner] = path.split('.') as [string, string | undefined];
      const wrong = { [outer]: inner ? { token: 'x', [inner]: value } : value };
      const refused = await configure({ appId: app.appId, ...wrong }).catch(String);
      expect([value, refused]).toEqual([value, expect.stringContaining(`"path":"${path}"`)]);
    }
    for (const url of ['ssh://git.example.com/r.git', 'file:///etc/passwd']) {
      expect(await configure({ appId: app.appId, url }).catch(String)).toContain('GIT_URL_NOT_ALLOWED');
    }
  });

  test('belong to a workspace: others cannot see or change them', async () => {
    const [one, other] = [await git.newApp(), await git.newApp()];
    const token = other.tenant.tokens.admin;
    expect(await configure({ appId: one.appId, branch: 'x' }, token).catch(String)).toContain(
      'APP_NOT_FOUND',
    );
    expect((await git.service.graphql(HISTORY, { id: one.appId }, token)).app).toBeNull();
  });

  test('go with their app; the history stays', async () => {
    const app = await git.newApp();
    await git.push(app);
    await git.service.graphql('mutation ($id: ID!) { deleteApp(input: { id: $id }) { app { id } } }', {
      id: app.appId,
    });
    expect(await rowsOf(sql`select 1 from git_repositories where app_id = ${app.appId}`)).toEqual([]);
    const { workspace } = await git.service.graphql(
      'query ($id: ID!) { workspace(id: $id) { gitPushes { nodes { appName versionName outcome } } } }',
      { id: app.tenant.id },
    );
    expect(workspace.gitPushes.nodes).toEqual([{ appName: 'Orders', versionName: 'v1', outcome: 'PUSHED' }]);
  });
});

describe('a connection test', () => {
  test('tells that all is well, and which branches there are', async () => {
    const app = await git.newApp();
    await git.push(app);
    const { connectionTest: connection } = await configure({ appId: app.appId, testConnection: true });
    expect(connection).toEqual({ ok: true, url: app.url, branches: ['main'], code: null, message: null });
  });

  test('stores the URL that the same server redirects to, and a push uses it', async () => {
    const app = await git.newApp();
    git.server.intercept = (request, response) => {
      if (!request.url?.startsWith(`/${app.repository}/`)) return false;
      response
        .writeHead(301, { location: request.url.replace(app.repository, `${app.repository}.git`) })
        .end();
      return true;
    };
    const short = app.url.replace(/\.git$/, '');
    await configure({ appId: app.appId, url: short });
    const refused = await git.push(app);
    expect([refused.status, refused.json.code]).toEqual([422, 'GIT_REDIRECTED']);
    const { connectionTest: connection, gitRepository } = await configure({
      appId: app.appId,
      testConnection: true,
    });
    expect(connection).toMatchObject({ ok: true, url: app.url });
    expect(gitRepository.url).toBe(app.url);
    expect((await git.push(app)).status).toBe(200);
    git.server.intercept = undefined;
  });

  test.each([
    ['a wrong token', { credentials: { token: 'wrong' } }, 'GIT_AUTH_FAILED'],
    ['an address that is not allowed', { url: 'http://127.0.0.1:1/r.git' }, 'GIT_URL_NOT_ALLOWED'],
  ])('tells of %s as a result, and keeps the settings', async (_name, settings, code) => {
    const app = await git.newApp();
    const { connectionTest: connection, gitRepository } = await configure({
      appId: app.appId,
      testConnection: true,
      ...settings,
    });
    expect(connection).toEqual({ ok: false, url: null, branches: [], code, message: expect.any(String) });
    expect(gitRepository.enabled).toBe(true);
  });

  test('follows no redirect to another server, and none without end', async () => {
    const app = await git.newApp();
    for (const location of [
      'http://127.0.0.1:1/x.git/info/refs',
      'file:///etc/passwd',
      '/again.git/info/refs',
    ]) {
      git.server.intercept = (_request, response) => {
        response.writeHead(302, { location }).end();
        return true;
      };
      const { connectionTest: connection } = await configure({ appId: app.appId, testConnection: true });
      expect(connection.code).toBe('GIT_REDIRECTED');
    }
    git.server.intercept = undefined;
  });
});

describe('encryption keys', () => {
  const rotate = 'mutation { rotateGitCredentials(input: {}) { rotated current unreadable } }';

  test('without any, no token is stored', async () => {
    const bare = await startGitService({ encryptionKeys: [] });
    expect(await bare.newApp().catch(String)).toContain('GIT_ENCRYPTION_UNAVAILABLE');
    await bare.close();
  });

  test('a token that no key opens is an error that says so, and a rotation counts it', async () => {
    const app = await git.newApp();
    await rowsOf(sql`
      update git_repositories set sealed_token = replace(sealed_token, 'v1.test.', 'v1.lost.') where app_id = ${app.appId}`);
    const answer = await git.push(app);
    expect([answer.status, answer.json.code]).toEqual([503, 'GIT_CREDENTIALS_UNREADABLE']);
    const { rotateGitCredentials } = await git.service.graphql(rotate, {}, app.tenant.tokens.admin);
    expect(rotateGitCredentials).toEqual({ rotated: 0, current: 0, unreadable: 1 });
  });

  test('a new one takes over: by the next push, or for all tokens by a rotation', async () => {
    const [older, newer] = [newKey('older'), newKey('newer')];
    const changing = [older];
    const own = await startGitService({ encryptionKeys: changing });
    const apps = [await own.newApp(), await own.newApp(), await own.newApp()] as const;
    changing.unshift(newer);
    const keys = async () =>
      (
        await openDatabase(own.service.orm.em).rows(sql<{ key: string }>`
          select split_part(sealed_token, '.', 2) as key from git_repositories order by id`)
      ).map(({ key }) => key);
    expect(await keys()).toEqual(['older', 'older', 'older']);
    expect((await own.push(apps[0])).status).toBe(200);
    expect(await keys()).toEqual(['newer', 'older', 'older']);
    const { rotateGitCredentials } = await own.service.graphql(rotate);
    expect(rotateGitCredentials).toEqual({ rotated: 2, current: 1, unreadable: 0 });
    changing.pop();
    for (const app of apps) expect((await own.push(app)).status).toBe(200);
    await own.close();
  });
});
