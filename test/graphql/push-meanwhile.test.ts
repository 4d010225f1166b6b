import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { makeDefinition } from '../support/definition.js';
import { basic, serverCredentials } from '../support/git-server.js';
import {
  CONFIGURE,
  type GitService,
  newKey,
  type PushableApp,
  startGitService,
} from '../support/git-service.js';

const changing = [newKey('older')];
let git: GitService;
beforeAll(async () => {
  git = await startGitService({ encryptionKeys: changing });
});
afterEach(() => {
  git.server.intercept = undefined;
});
afterAll(() => git.close());

const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>) => openDatabase(git.service.orm.em).rows(query);

/** Does something while the remote holds a push that it has been sent in whole. */
function whilePushing(work: () => Promise<unknown>): void {
  git.server.intercept = async (request) => {
    if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
    git.server.intercept = undefined;
    await work();
    return false;
  };
}

const pushesOf = (app: PushableApp) =>
  rowsOf(sql<{ outcome: string; message: string; url: string; branch: string }>`
    select outcome, message, url, branch from git_pushes where app_id = ${app.appId} order by id`);
const auditOf = (app: PushableApp) =>
  rowsOf(sql<{ action: string }>`
    select action from audit_entries where subject_id = ${app.versionIds[0]} order by id`).then((rows) =>
    rows.map(({ action }) => action),
  );
const log = async (app: PushableApp) =>
  (await git.server.git(app.repository, 'log', '--format=%s', 'main')).trim().split('\n');
const change = (query: string, variables: Record<string, unknown>) => git.service.graphql(query, variables);

describe('while a push waits for the remote', () => {
  test.each(['GraphQL', 'REST'])('its caller may leave (%s): it goes on, and is recorded', async (door) => {
    const app = await git.newApp();
    const leaving = new AbortController();
    whilePushing(async () => leaving.abort());
    const { admin, external } = app.tenant.tokens;
    const [path, token, body] =
      door === 'REST'
        ? [
            `/api/ext/apps/${app.appId}/versions/${app.versionIds[0]}/git-sync/push`,
            `Basic ${external}`,
            { commitMessage: 'Alone' },
          ]
        : [
            '/graphql',
            `Bearer ${admin}`,
            {
              query: 'mutation ($input: PushVersionInput!) { pushVersion(input: $input) { changed } }',
              variables: { input: { appId: app.appId, versionId: app.versionIds[0], message: 'Alone' } },
            },
          ];
    const left = git.service.request(path, {
      method: 'POST',
      signal: leaving.signal,
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await expect(left).rejects.toThrow();
    await git.service.app.pushesEnded();
    expect(await pushesOf(app)).toMatchObject([{ outcome: 'pushed', message: 'Alone' }]);
    expect(await auditOf(app)).toContain('app_version.pushed');
    expect(await log(app)).toEqual(['Alone']);
  });

  test('its app may be deleted: it ends well, and the history has it', async () => {
    const app = await git.newApp();
    whilePushing(() =>
      change('mutation ($id: ID!) { deleteApp(input: { id: $id }) { app { id } } }', { id: app.appId }),
    );
    expect((await git.push(app)).status).toBe(200);
    expect(await pushesOf(app)).toMatchObject([{ outcome: 'pushed' }]);
    expect((await git.push(app)).json.code).toBe('APP_NOT_FOUND');
  });

  test('its workspace may be deleted: it ends well, and the audit trail has it', async () => {
    const app = await git.newApp();
    whilePushing(() =>
      change(
        'mutation ($id: ID!, $name: String!) { deleteWorkspace(input: { id: $id, name: $name }) { workspace { id } } }',
        {
          id: app.tenant.id,
          name: 'Tenant',
        },
      ),
    );
    const answer = await git.push(app);
    expect(answer.json).toMatchObject({ changed: true });
    expect(await pushesOf(app)).toEqual([]);
    expect(await auditOf(app)).toContain('app_version.pushed');
  });

  test('its repository may be configured anew: it goes where it was going, the next one elsewhere', async () => {
    const app = await git.newApp();
    const url = await git.server.createRepository('meanwhile');
    whilePushing(() => change(CONFIGURE, { input: { appId: app.appId, url, branch: 'next' } }));
    const first = await git.push(app);
    expect(first.json.repository).toMatchObject({ url: app.url, branch: 'main' });
    const second = await git.push(app);
    expect(second.json).toMatchObject({ changed: true, repository: { url, branch: 'next' } });
    expect(await pushesOf(app)).toMatchObject([
      { url: app.url, branch: 'main' },
      { url, branch: 'next' },
    ]);
  });

  test('its pushes may be switched off: it ends, and the next one is refused', async () => {
    const app = await git.newApp([makeDefinition(3)]);
    whilePushing(() => change(CONFIGURE, { input: { appId: app.appId, enabled: false } }));
    expect((await git.push(app)).status).toBe(200);
    expect((await git.push(app)).json.code).toBe('GIT_SYNC_DISABLED');
  });

  test('its token may be replaced: the new one stays, though the push would have sealed the old one again', async () => {
    const app = await git.newApp();
    const fresh = newKey('newer');
    whilePushing(async () => {
      changing.unshift(fresh);
      await change(CONFIGURE, {
        input: { appId: app.appId, credentials: { username: 'eve', token: 'new token' } },
      });
    });
    expect((await git.push(app)).status).toBe(200);
    let sent: string | undefined;
    git.server.intercept = (request) => {
      sent = request.headers.authorization;
      return false;
    };
    expect((await git.push(app)).json.code).toBe('GIT_AUTH_FAILED');
    expect(sent).toBe(basic({ username: 'eve', password: 'new token' }));
    expect(sent).not.toBe(basic(serverCredentials));
  });

  test('the same push may be asked for again: one commit, and both are told of it', async () => {
    const app = await git.newApp();
    const answers = await Promise.all([git.push(app), git.push(app), git.push(app)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ json }) => json.changed).sort()).toEqual([false, false, true]);
    expect(new Set(answers.map(({ json }) => json.commit.oid)).size).toBe(1);
    expect(await log(app)).toEqual(['Push it']);
  });
});
