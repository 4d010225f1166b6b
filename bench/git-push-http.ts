import { makeDefinition } from '../test/support/definition.js';
import { serverCredentials } from '../test/support/git-server.js';
import { endPrograms, quickstartFile, startProgram, temporaryDir } from '../test/support/program.js';
import type { RemoteServer } from './git-server-process.js';

/** The service as `npm start` runs it, beside the Git server of the bench. */
export interface HttpService {
  /** Makes an app of so many components with versions that differ in one label; gives a function that pushes one. */
  newApp(name: string, components: number, versions: number): Promise<(version: number) => Promise<void>>;
  close(): Promise<void>;
}

/** Starts it on a data directory of its own. */
export async function startHttpService(server: RemoteServer): Promise<HttpService> {
  const { path, remove } = await temporaryDir();
  const program = startProgram({
    DATA_DIR: path,
    GIT_ALLOWED_HOSTS: `http://${server.host}`,
    GIT_TIMEOUT_MS: '120000',
    LOG_LEVEL: 'info',
  });
  const url = await program.listening;
  const { workspaceId, adminToken, externalApiToken } = await quickstartFile(path);
  const post = async (address: string, authorization: string, body: unknown) => {
    const answer = await fetch(`${url}${address}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"errors"')) throw new Error(text);
    return JSON.parse(text);
  };
  const graphql = (query: string, input: unknown) =>
    post('/graphql', `Bearer ${adminToken}`, { query, variables: { input } });

  return {
    async newApp(name, components, versions) {
      const { data } = await graphql(
        'mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }',
        { workspaceId, name },
      );
      const appId = data.createApp.app.id;
      const ids: string[] = [];
      for (let index = 0; index < versions; index++) {
        const created = await graphql(
          'mutation ($input: CreateAppVersionInput!) { createAppVersion(input: $input) { appVersion { id } } }',
          { appId, name: `v${index}`, definition: withLabel(components, `version ${index}`) },
        );
        ids.push(created.data.createAppVersion.appVersion.id);
      }
      await graphql(
        'mutation ($input: ConfigureGitRepositoryInput!) { configureGitRepository(input: $input) { gitRepository { id } } }',
        {
          appId,
          url: await server.createRepository(`http-${components}`),
          credentials: { username: serverCredentials.username, token: serverCredentials.password },
        },
      );
      return async (version) => {
        const address = `/api/ext/apps/${appId}/versions/${ids[version]}/git-sync/push`;
        await post(address, `Basic ${externalApiToken}`, { commitMessage: `Version ${version}` });
      };
    },
    async close() {
      await endPrograms();
      await remove();
    },
  };
}

/** The same app but for one text: in the settings, which an app without components has too. */
function withLabel(components: number, label: string) {
  return { ...makeDefinition(components), settings: { label } };
}
