import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDefinition } from '../support/definition.js';
import { readEvents } from '../support/event-stream.js';
import { type GitService, type PushableApp, startGitService } from '../support/git-service.js';

let git: GitService;
beforeAll(async () => {
  git = await startGitService();
});
afterAll(() => git.close());

const WATCH = `subscription ($appId: ID!) {
  pushProgress(appId: $appId) { pushId appId versionId phase done total errorCode }
}`;

const open = (token: string, body: unknown, init: RequestInit = {}) =>
  fetch(`${git.service.baseUrl}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
    ...init,
  });
const watch = (app: PushableApp, token = app.tenant.tokens.external) =>
  open(token, { query: WATCH, variables: { appId: app.appId } });

/** The steps up to the one that ends a push. */
async function stepsOf(response: Response) {
  const steps = [];
  for await (const { event, data } of readEvents(response)) {
    if (event !== 'next') continue;
    steps.push(data.data.pushProgress);
    if (['DONE', 'FAILED'].includes(data.data.pushProgress.phase)) break;
  }
  return steps;
}

describe('the progress of a push', () => {
  test('comes as server-sent events, at least ten steps for 5,000 components', async () => {
    const app = await git.newApp([makeDefinition(5_000)]);
    const stream = await watch(app, app.tenant.tokens.admin);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const [steps, answer] = await Promise.all([stepsOf(stream), git.push(app)]);
    expect(answer.status).toBe(200);
    expect(steps.length).toBeGreaterThanOrEqual(10);
    expect([...new Set(steps.map(({ phase }) => phase))]).toEqual([
      'RESOLVE',
      'HASH',
      'PACK',
      'UPLOAD',
      'DONE',
    ]);
    expect(steps.filter(({ phase }) => phase === 'HASH').at(-1)).toMatchObject({
      appId: app.appId,
      versionId: app.versionIds[0],
      done: 5_107,
      total: 5_107,
    });
    const { app: found } = await git.service.graphql(
      'query ($id: ID!) { app(id: $id) { gitPushes { nodes { id } } } }',
      { id: app.appId },
    );
    expect(new Set(steps.map(({ pushId }) => pushId))).toEqual(new Set([found.gitPushes.nodes[0].id]));
  });

  test('ends with the code of a failure', async () => {
    const app = await git.newApp();
    await git.server.git(app.repository, 'config', 'http.receivepack', 'false');
    const stream = await watch(app);
    const [steps] = await Promise.all([stepsOf(stream), git.push(app)]);
    expect(steps.at(-1)).toMatchObject({ phase: 'FAILED', errorCode: 'GIT_FORBIDDEN' });
  });

  test.each([
    ['done', 'true'],
    ['failed', 'false'],
  ])('ends (%s) when the history has the push', async (phase, takesPushes) => {
    const app = await git.newApp();
    await git.server.git(app.repository, 'config', 'http.receivepack', takesPushes);
    const principal = {
      kind: 'admin',
      tokenId: null,
      tokenName: 't',
      workspaceId: null,
      userId: null,
    } as const;
    const { pushFeed } = git.service.app.newContext({ principal, requestId: 'r' });
    const steps = pushFeed.watch(app.appId);
    const { statements } = git.service.count;
    const before = statements.length;
    const pushing = git.push(app);
    for await (const step of steps) if (step.phase === phase) break;
    expect(statements.slice(before).join()).toContain('insert into git_pushes');
    await pushing;
  });

  test('reaches nobody else: neither another app, nor another workspace', async () => {
    const [one, other] = [await git.newApp(), await git.newApp()];
    const streams = [await watch(one), await watch(other)] as const;
    await git.push(one);
    await git.push(other);
    const steps = await Promise.all(streams.map(stepsOf));
    expect(steps.map((own) => new Set(own.map(({ appId }) => appId)))).toEqual([
      new Set([one.appId]),
      new Set([other.appId]),
    ]);
    const refused = (await (await watch(one, other.tenant.tokens.admin)).json()) as {
      errors: { extensions: object }[];
    };
    expect(refused.errors[0]?.extensions).toEqual({ code: 'APP_NOT_FOUND' });
  });

  test('ends when the token is revoked', async () => {
    const app = await git.newApp();
    const { issueToken } = await git.service.graphql(
      'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { secret token { id } } }',
      { input: { kind: 'ADMIN', name: 'short-lived', workspaceId: app.tenant.id } },
    );
    const stream = await watch(app, issueToken.secret);
    await git.service.graphql('mutation ($id: ID!) { revokeToken(input: { id: $id }) { token { id } } }', {
      id: issueToken.token.id,
    });
    await expect(stepsOf(stream)).rejects.toThrow();
  });
});

describe('the stream', () => {
  test('does not keep the service from stopping', async () => {
    const own = await startGitService();
    const app = await own.newApp();
    const stream = await fetch(`${own.service.baseUrl}/graphql`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${own.service.adminToken}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: WATCH, variables: { appId: app.appId } }),
    });
    const events = (async () => {
      const names = [];
      for await (const { event } of readEvents(stream)) names.push(event);
      return names;
    })();
    await own.close();
    expect(await events).toEqual(['complete']);
  });

  test('serves admin tokens, and external ones with subscriptions alone', async () => {
    const app = await git.newApp();
    const { admin, external, scim } = app.tenant.tokens;
    expect((await open(scim, { query: WATCH })).status).toBe(401);
    expect((await open('nothing', { query: WATCH })).status).toBe(401);
    expect((await open(admin, {}, { method: 'PUT' })).status).toBe(405);
    for (const query of [
      '{ workspaces { nodes { id } } }',
      'mutation { rotateGitCredentials(input: {}) { rotated } }',
    ]) {
      const refused = await open(external, { query });
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain('may watch events here, nothing else');
    }
    expect((await open(admin, { query: 'subscription {' })).status).toBe(400);
  });
});
