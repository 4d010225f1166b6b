import { permissionFlags } from '../../src/directory/group.entity.js';
import { DomainError } from '../../src/errors.js';
import { operation } from '../operation.js';
import { defineRoute } from '../route.js';
import { type CreateGroupBody, parseCreateGroupBody } from './group-body.js';
import { REST_PREFIX } from './prefix.js';

/** GraphQL spells the words of enums in capitals. */
const enumName = (word: string) => word.toUpperCase();

/** `POST /workspace/{workspaceId}/groups` (interface §4.1). */
export const createGroupRoute = defineRoute({
  method: 'POST',
  path: '/workspace/:workspaceId/groups',
  summary: 'Create a group with workspace-level permissions and granular rules',
  stability: 'beta',
  parseBody: parseCreateGroupBody,
  operation: operation<{ input: unknown }, { createGroup: { group: { id: string } } }>(
    `mutation CreateGroup($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }`,
  ),
  variables: ({ params, body }: { params: Readonly<Record<string, string>>; body: CreateGroupBody }) => ({
    input: {
      workspaceId: params.workspaceId,
      name: body.name,
      permissions: body.permissions,
      rules: body.rules.map((rule) => ({
        ...rule,
        type: enumName(rule.type),
        environments: rule.environments?.map(enumName) ?? null,
      })),
    },
  }),
  reply: ({ createGroup }, { params, baseUrl }) => ({
    status: 201,
    headers: {
      Location: `${baseUrl}${REST_PREFIX}/workspace/${params.workspaceId}/groups/${createGroup.group.id}`,
    },
    body: { message: 'Group created successfully.' },
  }),
  statuses: [201, 400, 401, 403, 404, 409, 413, 415, 451, 500, 503],
  statusOf: { WORKSPACE_NOT_FOUND: 400, WORKSPACE_HAS_NO_ADMIN: 400, RESOURCE_NOT_FOUND: 400 },
});

interface GroupData {
  readonly workspace: { readonly group: GroupFields | null } | null;
}

interface GroupFields {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly workspaceId: string;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly disabled: boolean;
  readonly isBuilderLevel: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `GET /workspace/{workspaceId}/groups/{groupId}` (interface §4.2). */
export const getGroupRoute = defineRoute({
  method: 'GET',
  path: '/workspace/:workspaceId/groups/:groupId',
  summary: 'Get a group by id',
  stability: 'beta',
  operation: operation<{ workspaceId: string; groupId: string }, GroupData>(
    `query GetGroup($workspaceId: ID!, $groupId: ID!) {
      workspace(id: $workspaceId) {
        group(id: $groupId) {
          id name type workspaceId disabled isBuilderLevel createdAt updatedAt
          permissions { ${permissionFlags.join(' ')} }
        }
      }
    }`,
  ),
  variables: ({ params }) => ({
    workspaceId: params.workspaceId ?? '',
    groupId: params.groupId ?? '',
  }),
  reply: ({ workspace }, { params }) => {
    if (!workspace) {
      throw DomainError.of('WORKSPACE_NOT_FOUND', { id: params.workspaceId ?? '' });
    }
    if (!workspace.group) {
      throw DomainError.of('GROUP_NOT_FOUND', { id: params.groupId ?? '' });
    }
    const { isBuilderLevel, permissions, workspaceId, ...group } = workspace.group;
    return {
      status: 200,
      body: {
        group: {
          id: group.id,
          name: group.name,
          type: group.type.toLowerCase(),
          organizationId: workspaceId,
          ...permissions,
          disabled: group.disabled,
          createdAt: group.createdAt,
          updatedAt: group.updatedAt,
        },
        isBuilderLevel,
      },
    };
  },
  statuses: [200, 400, 401, 403, 404, 451, 500, 503],
  statusOf: { GROUP_NOT_FOUND: 400, WORKSPACE_NOT_FOUND: 400 },
});
