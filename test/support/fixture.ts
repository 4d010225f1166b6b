import { serverCredentials } from './git-server.js';
import type { GitService } from './git-service.js';
import type { Tenant } from './service.js';

/** A workspace with one of everything in it; every name in it holds the marker. */
export interface Fixture {
  readonly marker: string;
  readonly tenant: Tenant;
  readonly workspaceId: string;
  readonly userId: string;
  readonly groupId: string;
  readonly appId: string;
  readonly appVersionId: string;
  readonly dataSourceId: string;
  readonly environmentId: string;
  readonly tokenId: string;
  /** An empty repository on the Git server, which the app is configured to be pushed to. */
  readonly gitUrl: string;
}

let fixtures = 0;

/** A definition of a version that is as small as one may be. */
export const definition = { formatVersion: 1, settings: {}, pages: [], queries: [] };

/** Makes a fixture by the mutations that anybody would use. */
export async function newFixture({ service, server }: GitService): Promise<Fixture> {
  fixtures += 1;
  const marker = `marked${fixtures}x`;
  const tenant = await service.newTenant();
  const workspaceId = tenant.id;
  const create = async (mutation: string, type: string, input: object, noun: string): Promise<string> => {
    const data = await service.graphql(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${noun} { id } } }`,
      { input },
    );
    return data[mutation][noun].id;
  };
  await service.graphql(
    'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { workspace { id } } }',
    {
      input: { id: workspaceId, name: `${marker} workspace` },
    },
  );
  const userId = await create(
    'createUser',
    'CreateUserInput',
    { workspaceId, userName: `${marker}@example.com`, displayName: `${marker} user` },
    'user',
  );
  const appId = await create('createApp', 'CreateAppInput', { workspaceId, name: `${marker} app` }, 'app');
  const dataSourceId = await create(
    'createDataSource',
    'CreateDataSourceInput',
    { workspaceId, name: `${marker} source`, kind: 'postgresql' },
    'dataSource',
  );
  const groupId = await create(
    'createGroup',
    'CreateGroupInput',
    {
      workspaceId,
      name: `${marker} group`,
      permissions: { appCreate: true },
      rules: [
        { type: 'APP', resources: [appId], hideFromDashboard: true },
        { type: 'DATA_SOURCE', resources: [dataSourceId], canUse: true },
      ],
    },
    'group',
  );
  await service.graphql(
    'mutation ($input: GroupMembersInput!) { addGroupMembers(input: $input) { changed } }',
    { input: { groupId, userIds: [userId] } },
  );
  const appVersionId = await create(
    'createAppVersion',
    'CreateAppVersionInput',
    { appId, name: `${marker} version`, definition },
    'appVersion',
  );
  const gitUrl = await server.createRepository(`fixture-${marker}`);
  const { username, password } = serverCredentials;
  await create(
    'configureGitRepository',
    'ConfigureGitRepositoryInput',
    { appId, url: gitUrl, authorName: `${marker} author`, credentials: { username, token: password } },
    'gitRepository',
  );
  await create(
    'pushVersion',
    'PushVersionInput',
    { appId, versionId: appVersionId, message: `${marker} message` },
    'push',
  );
  return {
    marker,
    tenant,
    workspaceId,
    userId,
    groupId,
    appId,
    dataSourceId,
    appVersionId,
    gitUrl,
    environmentId: await create(
      'createEnvironment',
      'CreateEnvironmentInput',
      { workspaceId, name: `${marker} stage` },
      'environment',
    ),
    tokenId: await create(
      'issueToken',
      'IssueTokenInput',
      { kind: 'SCIM', name: `${marker} token`, workspaceId, userId },
      'token',
    ),
  };
}
