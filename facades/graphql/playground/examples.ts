/** The ids that the examples need, as far as the token could look them up. */
export interface KnownIds {
  readonly workspaceId?: string | undefined;
  readonly appId?: string | undefined;
  readonly versionId?: string | undefined;
}

/** A tab of the playground. Each document is valid as it stands; a test checks them against the schema. */
export interface Example {
  readonly title: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const START = `# Rollcall GraphQL: each tab is a ready example.
# Ctrl+Enter runs the operation under the cursor.
# The docs are behind the first icon on the left.
query Start {
  viewer {
    tokenName
    kind
    workspaceId
  }
  license {
    state
    license {
      plan
      features
      expiresAt
    }
  }
  workspaces(first: 10, orderBy: { field: NAME }) {
    totalCount
    nodes {
      id
      name
      environments {
        name
        position
      }
    }
  }
}
`;

const GROUPS = `# Job 1: groups, their permissions and rules.
mutation CreateGroup($input: CreateGroupInput!) {
  createGroup(input: $input) {
    group {
      ...GroupParts
    }
  }
}

query Groups($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    name
    groups(
      first: 20
      where: { type: { eq: CUSTOM } }
      orderBy: { field: NAME }
    ) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...GroupParts
      }
    }
  }
}

fragment GroupParts on Group {
  id
  name
  isBuilderLevel
  permissions {
    appCreate
    appRelease
  }
  rules {
    type
    applyToAll
    canEdit
    canUse
    environments
    resources {
      id
      name
    }
  }
}
`;

const USERS = `# Job 2: users, and what they may do and why.
mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    user {
      id
      userName
      role
    }
  }
}

query Users($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    users(
      first: 20
      where: { status: { eq: ACTIVE } }
      orderBy: { field: USER_NAME }
    ) {
      totalCount
      nodes {
        id
        userName
        role
        groups(first: 10) {
          nodes {
            name
          }
        }
        effectivePermissions {
          flags {
            flag
            grantedBy {
              groupName
            }
          }
        }
      }
    }
  }
}

query ChangesOfRole($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    auditEntries(
      first: 20
      where: { changedFields: { has: "role" } }
    ) {
      nodes {
        at
        actor {
          name
        }
        subject {
          name
        }
        changes {
          field
          previous
          value
        }
      }
    }
  }
}
`;

const VERSIONS = `# Job 3: versions of apps, pushed to Git.
mutation PushVersion($push: PushVersionInput!) {
  pushVersion(input: $push) {
    changed
    commit {
      oid
      branch
      message
      authoredAt
    }
  }
}

query Apps($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    apps(first: 20) {
      nodes {
        id
        name
        gitRepository {
          url
          branch
          directory
          enabled
        }
        versions(last: 5) {
          nodes {
            id
            name
            createdAt
          }
        }
      }
    }
  }
}

query Pushes($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    gitPushes(
      first: 20
      orderBy: { field: STARTED_AT, direction: DESC }
    ) {
      nodes {
        startedAt
        appName
        versionName
        outcome
        commitOid
        errorCode
      }
    }
  }
}
`;

const AUDIT = `# Who did what, as it happens: run Watch, then
# change something in another browser tab.
subscription Watch {
  auditEntryAdded {
    at
    action
    actor {
      name
    }
    subject {
      type
      name
    }
    changes {
      field
      value
    }
    requestId
  }
}

query AuditTrail {
  auditEntries(
    first: 20
    where: { action: { startsWith: "group." } }
  ) {
    nodes {
      at
      action
      actor {
        name
      }
      subject {
        name
      }
    }
  }
}
`;

/** The tabs, with the ids that are known filled in. */
export function examples(ids: KnownIds): readonly Example[] {
  const workspaceId = ids.workspaceId ?? 'ID of a workspace';
  const group = { workspaceId, name: 'Support', permissions: { appCreate: true } };
  const rule = { type: 'APP', applyToAll: true, canEdit: true, environments: ['DEVELOPMENT', 'STAGING'] };
  return [
    { title: 'Start', query: START, variables: {} },
    { title: 'Groups', query: GROUPS, variables: { workspaceId, input: { ...group, rules: [rule] } } },
    {
      title: 'Users',
      query: USERS,
      variables: { workspaceId, input: { workspaceId, userName: 'kim@example.com', role: 'END_USER' } },
    },
    {
      title: 'Versions',
      query: VERSIONS,
      variables: {
        workspaceId,
        push: {
          appId: ids.appId ?? 'ID of an app',
          versionId: ids.versionId ?? 'ID of a version',
          message: 'Push from the playground',
        },
      },
    },
    { title: 'Audit', query: AUDIT, variables: {} },
  ];
}
