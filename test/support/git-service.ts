import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/config.js';
import { Secret } from '../../src/secret.js';
import { makeDefinition } from './definition.js';
import { allow } from './git-push.js';
import { type GitServer, serverCredentials, startGitServer } from './git-server.js';
import { type Service, startService, type Tenant } from './service.js';

/** A key of the keyring. */
export function newKey(id: string): Config['encryptionKeys'][number] {
  return { id, key: new Secret(randomBytes(32).toString('base64')) };
}

/** An app with versions and a repository of its own. */
export interface PushableApp {
  readonly tenant: Tenant;
  readonly appId: string;
  readonly versionIds: readonly string[];
  readonly url: string;
  /** The name of the repository on the Git server. */
  readonly repository: string;
}

/** The service beside a real Git server that it may reach. */
export interface GitService {
  readonly service: Service;
  readonly server: GitServer;
  /** Makes a tenant, an app with a version for each definition, and configures an empty repository. */
  newApp(definitions?: readonly unknown[], settings?: Record<string, unknown>): Promise<PushableApp>;
  push(
    app: PushableApp,
    options?: { version?: number; message?: string; token?: string },
  ): ReturnType<Service['request']>;
  close(): Promise<void>;
}

export const CONFIGURE = `mutation ($input: ConfigureGitRepositoryInput!) {
  configureGitRepository(input: $input) {
    gitRepository { id appId url branch directory authorName authorEmail username hasToken enabled }
    connectionTest { ok url branches code message }
  }
}`;

let repositories = 0;

/** Starts both; the service may reach the server and the hosts allowed besides. */
export async function startGitService(
  options: {
    readonly encryptionKeys?: Config['encryptionKeys'];
    readonly allowed?: readonly string[];
    readonly timeoutMs?: number;
  } = {},
): Promise<GitService> {
  const server = await startGitServer();
  const { encryptionKeys = [newKey('test')], allowed = [], timeoutMs = 20_000 } = options;
  const service = await startService({
    git: { allowedHosts: allow(`http://${server.host}`, ...allowed), timeoutMs },
    encryptionKeys,
  });
  return {
    service,
    server,
    async newApp(definitions = [makeDefinition(3)], settings = {}) {
      const tenant = await service.newTenant();
      const { createApp } = await service.graphql(
        'mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }',
        { input: { workspaceId: tenant.id, name: 'Orders' } },
      );
      const appId = createApp.app.id as string;
      const versionIds: string[] = [];
      for (const [index, definition] of definitions.entries()) {
        const { createAppVersion } = await service.graphql(
          'mutation ($input: CreateAppVersionInput!) { createAppVersion(input: $input) { appVersion { id } } }',
          { input: { appId, name: `v${index + 1}`, definition } },
        );
        versionIds.push(createAppVersion.appVersion.id);
      }
      repositories += 1;
      const repository = `service-${repositories}`;
      const url = await server.createRepository(repository);
      const { username, password } = serverCredentials;
      await service.graphql(CONFIGURE, {
        input: { appId, url, credentials: { username, token: password }, ...settings },
      });
      return { tenant, appId, versionIds, url, repository };
    },
    push: (app, { version = 0, message = 'Push it', token = app.tenant.tokens.external } = {}) =>
      service.request(`/api/ext/apps/${app.appId}/versions/${app.versionIds[version]}/git-sync/push`, {
        method: 'POST',
        headers: { Authorization: `Basic ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ commitMessage: message }),
      }),
    async close() {
      await service.close();
      await server.close();
    },
  };
}
