import type { GraphQLField } from 'graphql';
import { definition, type Fixture } from './fixture.js';
import { signLicense } from './service.js';

/** How a mutation is called, and what the audit trail must say of it. A test asks for one of each mutation. */
export interface MutationExample {
  /** The input, about what the fixture holds. */
  readonly input: (fixture: Fixture) => object | Promise<object>;
  /** What is selected of the payload. */
  readonly payload: string;
  readonly audit: {
    readonly action: string;
    readonly subjectType: string;
    readonly changedFields: readonly string[];
  };
  /** The code that a caller who is bound to another workspace gets. */
  readonly toStrangers: string;
  /** True when only a token of the whole instance may do it. */
  readonly instanceOnly?: boolean;
}

/** One example of every mutation of the schema, by name. */
export const mutationExamples: Readonly<Record<string, MutationExample>> = {
  addGroupMembers: {
    input: async ({ groupId, userId }) => ({ groupId, userIds: [userId] }),
    payload: 'changed group { id }',
    audit: { action: 'group.members_added', subjectType: 'group', changedFields: ['members'] },
    toStrangers: 'GROUP_NOT_FOUND',
  },
  configureGitRepository: {
    input: ({ appId, gitUrl }) => ({ appId, url: gitUrl, branch: 'other', credentials: null }),
    payload: 'gitRepository { id branch hasToken }',
    audit: {
      action: 'git_repository.changed',
      subjectType: 'git_repository',
      changedFields: ['branch', 'token', 'username'],
    },
    toStrangers: 'APP_NOT_FOUND',
  },
  configureProvisioning: {
    input: ({ workspaceId }) => ({
      workspaceId,
      profile: 'STANDARD',
      overrides: { unknownMembers: 'SKIP', requireIfMatch: null },
    }),
    payload: 'settings { profile unknownMembers }',
    audit: {
      action: 'workspace.provisioning_configured',
      subjectType: 'workspace',
      changedFields: ['unknownMembers'],
    },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createApp: {
    input: ({ workspaceId }) => ({ workspaceId, name: 'Another app' }),
    payload: 'app { id }',
    audit: { action: 'app.created', subjectType: 'app', changedFields: ['kind', 'name', 'slug'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createAppVersion: {
    input: ({ appId }) => ({ appId, name: 'v2', definition }),
    payload: 'appVersion { id definition }',
    audit: { action: 'app_version.created', subjectType: 'app_version', changedFields: ['appId', 'name'] },
    toStrangers: 'APP_NOT_FOUND',
  },
  createDataSource: {
    input: ({ workspaceId }) => ({ workspaceId, name: 'Another source', kind: 'mysql' }),
    payload: 'dataSource { id }',
    audit: { action: 'data_source.created', subjectType: 'data_source', changedFields: ['kind', 'name'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createEnvironment: {
    input: ({ workspaceId }) => ({ workspaceId, name: 'canary' }),
    payload: 'environment { id position builtIn }',
    audit: { action: 'environment.created', subjectType: 'environment', changedFields: ['name', 'position'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createGroup: {
    input: ({ workspaceId, appId }) => ({
      workspaceId,
      name: 'Another group',
      rules: [{ type: 'APP', resources: [appId] }],
    }),
    payload: 'group { id }',
    audit: {
      action: 'group.created',
      subjectType: 'group',
      changedFields: [
        'appCreate',
        'appDelete',
        'appPromote',
        'appRelease',
        'dataSourceCreate',
        'dataSourceDelete',
        'folderCRUD',
        'name',
        'orgConstantCRUD',
        'rules',
        'workflowCreate',
        'workflowDelete',
      ],
    },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createProvisionedResource: {
    input: ({ workspaceId }) => ({ workspaceId, type: 'User', attributes: { userName: 'kim@example.com' } }),
    payload: 'resource { id }',
    audit: { action: 'user.created', subjectType: 'user', changedFields: ['active', 'userName'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createUser: {
    input: ({ workspaceId }) => ({ workspaceId, userName: 'another@example.com' }),
    payload: 'user { id }',
    audit: {
      action: 'user.created',
      subjectType: 'user',
      changedFields: ['displayName', 'role', 'userName'],
    },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  createWorkspace: {
    input: () => ({ name: 'Another workspace' }),
    payload: 'workspace { id }',
    audit: { action: 'workspace.created', subjectType: 'workspace', changedFields: ['name'] },
    toStrangers: 'FORBIDDEN',
    instanceOnly: true,
  },
  deleteApp: {
    input: ({ appId }) => ({ id: appId }),
    payload: 'app { id }',
    audit: { action: 'app.deleted', subjectType: 'app', changedFields: [] },
    toStrangers: 'APP_NOT_FOUND',
  },
  deleteDataSource: {
    input: ({ dataSourceId }) => ({ id: dataSourceId }),
    payload: 'dataSource { id }',
    audit: { action: 'data_source.deleted', subjectType: 'data_source', changedFields: [] },
    toStrangers: 'DATA_SOURCE_NOT_FOUND',
  },
  deleteEnvironment: {
    input: ({ environmentId }) => ({ id: environmentId }),
    payload: 'environment { id }',
    audit: { action: 'environment.deleted', subjectType: 'environment', changedFields: [] },
    toStrangers: 'ENVIRONMENT_NOT_FOUND',
  },
  deleteGroup: {
    input: ({ groupId }) => ({ id: groupId }),
    payload: 'group { id }',
    audit: { action: 'group.deleted', subjectType: 'group', changedFields: [] },
    toStrangers: 'GROUP_NOT_FOUND',
  },
  deleteProvisionedResource: {
    input: ({ workspaceId, userId }) => ({ workspaceId, type: 'User', id: userId }),
    payload: 'id',
    audit: { action: 'user.deleted', subjectType: 'user', changedFields: [] },
    toStrangers: 'PROVISIONED_RESOURCE_NOT_FOUND',
  },
  deleteUser: {
    input: ({ userId }) => ({ id: userId }),
    payload: 'user { id }',
    audit: { action: 'user.deleted', subjectType: 'user', changedFields: [] },
    toStrangers: 'USER_NOT_FOUND',
  },
  deleteWorkspace: {
    input: ({ workspaceId, marker }) => ({ id: workspaceId, name: `${marker} workspace` }),
    payload: 'workspace { id }',
    audit: { action: 'workspace.deleted', subjectType: 'workspace', changedFields: [] },
    toStrangers: 'FORBIDDEN',
    instanceOnly: true,
  },
  editProvisionedResource: {
    input: ({ workspaceId, userId }) => ({
      workspaceId,
      type: 'User',
      id: userId,
      edits: [{ operation: 'REPLACE', attribute: 'displayName', value: 'Kim' }],
    }),
    payload: 'changed resource { id }',
    audit: { action: 'user.updated', subjectType: 'user', changedFields: ['displayName'] },
    toStrangers: 'PROVISIONED_RESOURCE_NOT_FOUND',
  },
  installLicense: {
    input: async () => ({ jws: await signLicense() }),
    payload: 'license { plan } status { state }',
    audit: {
      action: 'license.installed',
      subjectType: 'license',
      changedFields: ['expiresAt', 'features', 'plan'],
    },
    toStrangers: 'FORBIDDEN',
    instanceOnly: true,
  },
  issueToken: {
    input: ({ workspaceId }) => ({ kind: 'EXTERNAL', name: 'Another token', workspaceId }),
    payload: 'secret token { id }',
    audit: { action: 'token.issued', subjectType: 'token', changedFields: ['expiresAt', 'kind', 'userId'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  pushVersion: {
    input: ({ appId, appVersionId }) => ({ appId, versionId: appVersionId, message: 'Once more' }),
    payload: 'changed commit { oid } push { outcome }',
    audit: {
      action: 'app_version.pushed',
      subjectType: 'app_version',
      changedFields: ['commitOid', 'errorCode', 'outcome', 'pushId'],
    },
    toStrangers: 'APP_NOT_FOUND',
  },
  removeGroupMembers: {
    input: ({ groupId, userId }) => ({ groupId, userIds: [userId] }),
    payload: 'changed group { id }',
    audit: { action: 'group.members_removed', subjectType: 'group', changedFields: ['members'] },
    toStrangers: 'GROUP_NOT_FOUND',
  },
  replaceProvisionedResource: {
    input: ({ workspaceId, userId, marker }) => ({
      workspaceId,
      type: 'User',
      id: userId,
      attributes: { userName: `${marker}@example.com`, displayName: 'Kim' },
    }),
    payload: 'changed resource { id }',
    audit: { action: 'user.updated', subjectType: 'user', changedFields: ['displayName'] },
    toStrangers: 'PROVISIONED_RESOURCE_NOT_FOUND',
  },
  revokeToken: {
    input: ({ tokenId }) => ({ id: tokenId }),
    payload: 'token { id revokedAt }',
    audit: { action: 'token.revoked', subjectType: 'token', changedFields: [] },
    toStrangers: 'TOKEN_NOT_FOUND',
  },
  rotateGitCredentials: {
    input: ({ workspaceId }) => ({ workspaceId }),
    payload: 'rotated current unreadable',
    audit: {
      action: 'git_credentials.rotated',
      subjectType: 'git_credentials',
      changedFields: ['current', 'keyId', 'rotated', 'unreadable'],
    },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
  rotateToken: {
    input: ({ tokenId }) => ({ id: tokenId }),
    payload: 'secret token { id } previous { id revokedAt }',
    audit: {
      action: 'token.rotated',
      subjectType: 'token',
      changedFields: ['expiresAt', 'replacedBy', 'revokedAt'],
    },
    toStrangers: 'TOKEN_NOT_FOUND',
  },
  updateApp: {
    input: ({ appId }) => ({ id: appId, name: 'Renamed' }),
    payload: 'app { id name }',
    audit: { action: 'app.updated', subjectType: 'app', changedFields: ['name'] },
    toStrangers: 'APP_NOT_FOUND',
  },
  updateDataSource: {
    input: ({ dataSourceId }) => ({ id: dataSourceId, kind: 'mysql' }),
    payload: 'dataSource { id kind }',
    audit: { action: 'data_source.updated', subjectType: 'data_source', changedFields: ['kind'] },
    toStrangers: 'DATA_SOURCE_NOT_FOUND',
  },
  updateEnvironment: {
    input: ({ environmentId }) => ({ id: environmentId, name: 'renamed', position: 0 }),
    payload: 'environment { id name position }',
    audit: { action: 'environment.updated', subjectType: 'environment', changedFields: ['name', 'position'] },
    toStrangers: 'ENVIRONMENT_NOT_FOUND',
  },
  updateGroup: {
    input: ({ groupId }) => ({ id: groupId, name: 'Renamed', permissions: { appDelete: true } }),
    payload: 'group { id name }',
    audit: { action: 'group.updated', subjectType: 'group', changedFields: ['appDelete', 'name'] },
    toStrangers: 'GROUP_NOT_FOUND',
  },
  updateUser: {
    input: ({ userId }) => ({ id: userId, role: 'ADMIN', status: 'ARCHIVED' }),
    payload: 'user { id role }',
    audit: { action: 'user.updated', subjectType: 'user', changedFields: ['role', 'status'] },
    toStrangers: 'USER_NOT_FOUND',
  },
  updateWorkspace: {
    input: ({ workspaceId }) => ({ id: workspaceId, name: 'Renamed' }),
    payload: 'workspace { id name }',
    audit: { action: 'workspace.updated', subjectType: 'workspace', changedFields: ['name'] },
    toStrangers: 'WORKSPACE_NOT_FOUND',
  },
};

/** The text of a call of a mutation; its input, if it has one, is the variable `input`. */
export function callOf(field: GraphQLField<unknown, unknown> | undefined, example: MutationExample): string {
  const type = field?.args[0]?.type;
  return type === undefined
    ? `mutation { ${field?.name} { ${example.payload} } }`
    : `mutation ($input: ${type}) { ${field?.name}(input: $input) { ${example.payload} } }`;
}
