import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { exportJWK } from 'jose';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { postgresOptions } from '../../mikro-orm.config.js';
import { versionFiles } from '../../src/apps/version-files.js';
import { answerByHttpBackend } from '../../src/quickstart/git-http-backend.js';
import { makeDefinition } from '../support/definition.js';
import { GitClone } from '../support/git-clone.js';
import { type GitServer, serverCredentials, startGitServer } from '../support/git-server.js';
import { databaseUrl } from '../support/postgres-server.js';
import { endPrograms, type Program, startProgram } from '../support/program.js';
import { licensePublicKey, signLicense } from '../support/service.js';

const DATABASE = `rollcall_pushes_${process.pid}`;
const WORKSPACE_ID = '0199c0de-0000-7000-8000-000000000002';
const ADMIN_TOKEN = 'a'.repeat(40);
const EXTERNAL_TOKEN = 'e'.repeat(40);

let postgres: MikroORM;
let server: GitServer;
let env: Record<string, string>;
beforeAll(async () => {
  const { url } = inject('postgres');
  postgres = await MikroORM.init(postgresOptions(url));
  await postgres.em.getConnection().execute(`create database ${DATABASE}`);
  server = await startGitServer();
  env = {
    DATABASE_URL: databaseUrl(url, DATABASE),
    MIGRATE: 'on',
    WORKSPACE_ID,
    ADMIN_TOKEN,
    EXTERNAL_API_ACCESS_TOKEN: EXTERNAL_TOKEN,
    ENCRYPTION_KEYS: `key:${randomBytes(32).toString('base64')}`,
    LICENSE_KEY: await signLicense(),
    LICENSE_PUBLIC_KEY: JSON.stringify(await exportJWK(licensePublicKey)),
    GIT_ALLOWED_HOSTS: `http://${server.host}`,
    GIT_TIMEOUT_MS: '60000',
  };
});
afterEach(async () => {
  server.intercept = undefined;
  await endPrograms();
});
afterAll(async () => {
  await server.close();
  await postgres.em.getConnection().execute(`drop database ${DATABASE} with (force)`);
  await postgres.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads into data of every shape, and fails where one differs.
async function graphql(url: string, query: string, input: unknown): Promise<any> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

async function newApp(url: string, name: string, remote: string) {
  const { createApp } = await graphql(
    url,
    'mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }',
    { workspaceId: WORKSPACE_ID, name },
  );
  const appId: string = createApp.app.id;
  const { createAppVersion } = await graphql(
    url,
    'mutation ($input: CreateAppVersionInput!) { createAppVersion(input: $input) { appVersion { id } } }',
    { appId, name: 'v1', definition: makeDefinition(30, name) },
  );
  await graphql(
    url,
    'mutation ($input: ConfigureGitRepositoryInput!) { configureGitRepository(input: $input) { gitRepository { id } } }',
    {
      appId,
      url: remote,
      credentials: { username: serverCredentials.username, token: serverCredentials.password },
    },
  );
  return { appId, versionId: createAppVersion.appVersion.id as string };
}

function push(
  url: string,
  app: { appId: string; versionId: string },
  commitMessage: string,
  signal?: AbortSignal,
) {
  return fetch(`${url}/api/ext/apps/${app.appId}/versions/${app.versionId}/git-sync/push`, {
    method: 'POST',
    ...(signal ? { signal } : {}),
    headers: { Authorization: `Basic ${EXTERNAL_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ commitMessage }),
  });
}

test('eight pushes of eight apps to one branch by two processes all land, one after the other', async () => {
  const programs = [startProgram(env), startProgram(env)];
  const urls = await Promise.all(programs.map((program) => program.listening));
  const remote = await server.createRepository('shared');
  const names = Array.from({ length: 8 }, (_unused, index) => `app-${index}`);
  const apps = [];
  for (const name of names) apps.push(await newApp(urls[0] as string, name, remote));

  const answers = await Promise.all(
    apps.map(async (app, index) => {
      const answer = await push(urls[index % 2] as string, app, names[index] as string);
      return [answer.status, ((await answer.json()) as { changed: boolean }).changed];
    }),
  );
  expect(answers).toEqual(names.map(() => [200, true]));
  const log = async (format: string) =>
    (await server.git('shared', 'log', `--format=${format}`, 'main')).trim().split('\n');
  expect((await log('%s')).sort()).toEqual(names);
  expect((await log('%P')).every((parents) => !parents.includes(' '))).toBe(true);
  expect(await server.git('shared', 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  const copy = await GitClone.of(remote, serverCredentials);
  for (const [index, name] of names.entries()) {
    const app = { id: apps[index]?.appId ?? '', name };
    expect(await copy.files(`apps/${name}`)).toEqual(versionFiles(app, makeDefinition(30, name)));
  }
}, 120_000);

test.each(['waits', 'has left'])(
  'SIGTERM in the middle of a push whose caller %s: it is finished and recorded before the program ends',
  async (caller) => {
    const name = `stopped-${caller.replaceAll(' ', '-')}`;
    const remote = await server.createRepository(name);
    let program: Program = startProgram(env);
    let url = await program.listening;
    const app = await newApp(url, name, remote);
    const leaving = new AbortController();
    server.intercept = async (request) => {
      if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
      server.intercept = undefined;
      if (caller === 'has left') leaving.abort();
      program.child.kill('SIGTERM');
      // It takes no more requests once it is stopping.
      while (await fetch(`${url}/health/live`).then(Boolean, () => false));
      return false;
    };
    const answer = push(url, app, 'last words', leaving.signal);
    if (caller === 'has left') await expect(answer).rejects.toThrow();
    else expect(await (await answer).json()).toMatchObject({ changed: true });
    expect(await program.ended).toBe(0);
    expect(await server.git(name, 'log', '--format=%s', 'main')).toBe('last words\n');

    program = startProgram(env);
    url = await program.listening;
    const { app: found } = await graphql(
      url,
      'query ($input: ID!) { app(id: $input) { gitPushes { nodes { outcome message } } } }',
      app.appId,
    );
    expect(found.gitPushes.nodes).toEqual([{ outcome: 'PUSHED', message: 'last words' }]);
  },
  120_000,
);

test.each(['before the remote has it', 'after the remote has it'])(
  'kill -9 in the middle of a push, %s: after a restart the same call leaves the commit there once',
  async (moment) => {
    const name = moment.replaceAll(' ', '-');
    const remote = await server.createRepository(name);
    let program: Program = startProgram(env);
    let url = await program.listening;
    const app = await newApp(url, name, remote);
    server.intercept = async (request, response) => {
      if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
      server.intercept = undefined;
      if (moment.startsWith('after')) {
        Object.assign(response, {
          writeHead: () => response,
          write: () => true,
          end: (done?: () => void) => done?.(),
        });
        await answerByHttpBackend(request, response, {
          root: server.root,
          user: 'ada',
          searchPath: process.env.PATH,
        });
      }
      program.child.kill('SIGKILL');
      return true;
    };
    await expect(push(url, app, 'once')).rejects.toThrow();
    expect(await program.ended).toBe('SIGKILL');

    program = startProgram(env);
    url = await program.listening;
    const answer = await push(url, app, 'once');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ changed: moment.startsWith('before') });
    expect(await server.git(name, 'log', '--format=%s', 'main')).toBe('once\n');
  },
  120_000,
);
