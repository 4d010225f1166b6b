import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { exportJWK } from 'jose';
import { postgresOptions } from '../../mikro-orm.config.js';
import { makeDefinition } from './definition.js';
import { type GitServer, serverCredentials, startGitServer } from './git-server.js';
import { databaseUrl } from './postgres-server.js';
import { endPrograms, type Program, startProgram } from './program.js';
import { licensePublicKey, signLicense } from './service.js';

const WORKSPACE_ID = '0199c0de-0000-7000-8000-000000000002';
const ADMIN_TOKEN = 'a'.repeat(40);
/** The token that the instances take pushes with. */
export const EXTERNAL_TOKEN = 'e'.repeat(40);

/** An app with a version, as every instance sees it. */
export interface SharedApp {
  readonly appId: string;
  readonly versionId: string;
}

/** Instances of the program that share a PostgreSQL database, beside a real Git server that they may reach. */
export interface GitInstances {
  readonly server: GitServer;
  /** Starts another instance. */
  start(): Program;
  /** Runs a statement in the database, as its operator would. */
  execute(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Makes a database of its own on a server, and a Git server; nothing runs yet. */
export async function prepareInstances(postgresUrl: string, database: string): Promise<GitInstances> {
  const postgres = await MikroORM.init(postgresOptions(postgresUrl));
  const execute = (statement: string) => postgres.em.getConnection().execute(statement);
  await execute(`create database ${database}`);
  const server = await startGitServer();
  const env = {
    DATABASE_URL: databaseUrl(postgresUrl, database),
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
  return {
    server,
    start: () => startProgram(env),
    execute,
    async close() {
      await endPrograms();
      await server.close();
      await execute(`drop database ${database} with (force)`);
      await postgres.close();
    },
  };
}

/** Asks an instance as its operator. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads into data of every shape, and fails where one differs.
export async function graphql(url: string, query: string, input: unknown): Promise<any> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Makes an app of so many components and points it at a repository. */
export async function newApp(url: string, name: string, remote: string, components = 30): Promise<SharedApp> {
  const { createApp } = await graphql(
    url,
    'mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }',
    { workspaceId: WORKSPACE_ID, name },
  );
  const appId: string = createApp.app.id;
  const { createAppVersion } = await graphql(
    url,
    'mutation ($input: CreateAppVersionInput!) { createAppVersion(input: $input) { appVersion { id } } }',
    { appId, name: 'v1', definition: makeDefinition(components, name) },
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

/** Pushes an app's version through an instance. */
export function push(url: string, app: SharedApp, commitMessage: string, signal?: AbortSignal) {
  return fetch(`${url}/api/ext/apps/${app.appId}/versions/${app.versionId}/git-sync/push`, {
    method: 'POST',
    ...(signal ? { signal } : {}),
    headers: { Authorization: `Basic ${EXTERNAL_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ commitMessage }),
  });
}
