import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
});
afterAll(() => service.close());

let names = 0;
const fresh = (noun: string) => {
  names += 1;
  return `${noun} ${names}`;
};

async function newGroup(input: object = {}): Promise<string> {
  const { createGroup } = await service.graphql(
    `mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }`,
    { input: { workspaceId: tenant.id, name: fresh('Group'), ...input } },
  );
  return createGroup.group.id;
}

async function newUser(input: object = {}): Promise<string> {
  const { createUser } = await service.graphql(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { workspaceId: tenant.id, userName: fresh('user'), ...input } },
  );
  return createUser.user.id;
}

async function newApp(name = fresh('App')): Promise<string> {
  const { createApp } = await service.graphql(
    `mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }`,
    { input: { workspaceId: tenant.id, name } },
  );
  return createApp.app.id;
}

const changeMembers = (field: 'addGroupMembers' | 'removeGroupMembers', groupId: string, userIds: string[]) =>
  service.graphql(
    `mutation ($input: GroupMembersInput!) { ${field}(input: $input) { changed group { id } } }`,
    { input: { groupId, userIds } },
  );

const updateGroup = (input: object) =>
  service.graphql(
    `mutation ($input: UpdateGroupInput!) { updateGroup(input: $input) {
      group { name disabled isBuilderLevel updatedAt permissions { appCreate appDelete } rules { type applyToAll } }
    } }`,
    { input },
  );

const versionOf = async (groupId: string) =>
  (
    await service.orm.em.getConnection().execute(`select version from groups where id = '${groupId}'`)
  )[0] as unknown as { version: number };

describe('a group', () => {
  test('is updated field by field; what is absent or null stays', async () => {
    const id = await newGroup({
      permissions: { appCreate: true },
      rules: [{ type: 'APP', applyToAll: true }],
    });
    const name = fresh('Renamed');
    const { updateGroup: renamed } = await updateGroup({ id, name, disabled: null });
    expect(renamed.group).toMatchObject({
      name,
      disabled: false,
      permissions: { appCreate: true, appDelete: false },
      rules: [{ type: 'APP', applyToAll: true }],
    });
    const { updateGroup: changed } = await updateGroup({
      id,
      disabled: true,
      permissions: { appCreate: false, appDelete: true },
      rules: [{ type: 'WORKFLOW', applyToAll: true, canEdit: true }],
    });
    expect(changed.group).toMatchObject({
      name,
      disabled: true,
      isBuilderLevel: true,
      permissions: { appCreate: false, appDelete: true },
      rules: [{ type: 'WORKFLOW', applyToAll: true }],
    });
    expect(await versionOf(id)).toEqual({ version: 3 });
  });

  test('that is updated to what it is stays as it is', async () => {
    const id = await newGroup();
    const before = await updateGroup({ id, disabled: false, permissions: { appCreate: false } });
    expect(await versionOf(id)).toEqual({ version: 1 });
    expect(before.updateGroup.group.disabled).toBe(false);
  });

  test('keeps everything when its update fails half-way', async () => {
    const id = await newGroup({ rules: [{ type: 'APP', applyToAll: true }] });
    const taken = fresh('Taken');
    await newGroup({ name: taken });
    await expect(updateGroup({ id, name: taken, rules: [] })).rejects.toThrow('GROUP_NAME_TAKEN');
    await expect(updateGroup({ id, rules: [{ type: 'APP', resources: ['Nope'] }] })).rejects.toThrow(
      'RESOURCE_NOT_FOUND',
    );
    const { group } = await service.graphql(`query ($id: ID!) { group(id: $id) { rules { type } } }`, { id });
    expect(group.rules).toEqual([{ type: 'APP' }]);
  });

  test('has the wide rule for its name: 1 to 255 printable characters, no role name', async () => {
    await newGroup({ name: `R&D / 研究 (ops) – ${fresh('x')}` });
    await newGroup({ name: 'me' });
    await expect(newGroup({ name: '' })).rejects.toThrow('1 to 255 printable');
    await expect(newGroup({ name: 'x'.repeat(256) })).rejects.toThrow('1 to 255 printable');
    await expect(newGroup({ name: 'a\u0000b' })).rejects.toThrow('1 to 255 printable');
    await expect(newGroup({ name: 'Builder' })).rejects.toThrow('GROUP_NAME_RESERVED');
    await expect(updateGroup({ id: await newGroup(), name: 'ADMIN' })).rejects.toThrow('GROUP_NAME_RESERVED');
  });

  test('is deleted with rules and memberships; an unknown one is not found', async () => {
    const id = await newGroup({ rules: [{ type: 'APP', applyToAll: true }] });
    await changeMembers('addGroupMembers', id, [await newUser()]);
    const remove = () =>
      service.graphql(`mutation ($id: ID!) { deleteGroup(input: { id: $id }) { group { id } } }`, { id });
    expect(await remove()).toEqual({ deleteGroup: { group: { id } } });
    await expect(remove()).rejects.toThrow('GROUP_NOT_FOUND');
    expect(await service.graphql(`query ($id: ID!) { group(id: $id) { id } }`, { id })).toEqual({
      group: null,
    });
    const rows = await service.orm.em.getConnection().execute(
      `select (select count(*) from permission_rules where group_id = '${id}')::int
          + (select count(*) from memberships where group_id = '${id}')::int as n`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('that stands for a role cannot be changed, deleted or given members', async () => {
    const { workspace } = await service.graphql(
      `query ($id: ID!) { workspace(id: $id) { groups { nodes { id name } } } }`,
      { id: tenant.id },
    );
    const { id } = workspace.groups.nodes.find((node: { name: string }) => node.name === 'admin');
    const userId = await newUser();
    for (const attempt of [
      () => updateGroup({ id, disabled: true }),
      () =>
        service.graphql(`mutation ($id: ID!) { deleteGroup(input: { id: $id }) { group { id } } }`, { id }),
      () => changeMembers('addGroupMembers', id, [userId]),
      () => changeMembers('removeGroupMembers', id, [userId]),
    ]) {
      await expect(attempt()).rejects.toThrow('ROLE_GROUP_IMMUTABLE');
    }
  });

  test('gains and loses members as a set; the version moves only when something changed', async () => {
    const id = await newGroup();
    const [a, b, c] = [await newUser(), await newUser(), await newUser()];
    expect((await changeMembers('addGroupMembers', id, [a, b, a])).addGroupMembers.changed).toBe(2);
    expect((await changeMembers('addGroupMembers', id, [b, a])).addGroupMembers.changed).toBe(0);
    expect(await versionOf(id)).toEqual({ version: 2 });
    expect((await changeMembers('removeGroupMembers', id, [a, c, 'no id'])).removeGroupMembers.changed).toBe(
      1,
    );
    const { group } = await service.graphql(
      `query ($id: ID!) { group(id: $id) { members { nodes { id } } } }`,
      { id },
    );
    expect(group.members.nodes).toEqual([{ id: b }]);
    await expect(changeMembers('addGroupMembers', id, [a, 'nobody'])).rejects.toThrow('USER_NOT_FOUND');
    const stranger = await service.newTenant();
    const { workspace } = await service.graphql(
      `query ($id: ID!) { workspace(id: $id) { users { nodes { id } } } }`,
      { id: stranger.id },
    );
    await expect(changeMembers('addGroupMembers', id, [workspace.users.nodes[0].id])).rejects.toThrow(
      'USER_NOT_FOUND',
    );
  });
});

describe('effective permissions', () => {
  const of = async (id: string) =>
    (
      await service.graphql(
        `query ($id: ID!) { user(id: $id) { effectivePermissions {
          flags { flag grantedBy { groupName } }
          rules { type applyToAll resourceIds canEdit canUse canConfigure environments grantedBy { groupName } }
          hiddenAppIds
        } } }`,
        { id },
      )
    ).user.effectivePermissions;

  test('are the union over groups, each with the group or rule that grants it', async () => {
    const userId = await newUser();
    const appId = await newApp();
    const [first, second] = [fresh('A first'), fresh('B second')];
    const one = await newGroup({
      name: first,
      permissions: { appCreate: true },
      rules: [{ type: 'APP', resources: [appId], canEdit: true, environments: ['STAGING'] }],
    });
    const two = await newGroup({
      name: second,
      permissions: { appCreate: true, appDelete: true },
      rules: [{ type: 'DATA_SOURCE', applyToAll: true, canUse: true }],
    });
    await changeMembers('addGroupMembers', one, [userId]);
    await changeMembers('addGroupMembers', two, [userId]);
    expect(await of(userId)).toEqual({
      flags: [
        { flag: 'APP_CREATE', grantedBy: [{ groupName: first }, { groupName: second }] },
        { flag: 'APP_DELETE', grantedBy: [{ groupName: second }] },
      ],
      rules: [
        {
          type: 'APP',
          applyToAll: false,
          resourceIds: [appId],
          canEdit: true,
          canUse: false,
          canConfigure: false,
          environments: ['STAGING'],
          grantedBy: { groupName: first },
        },
        {
          type: 'DATA_SOURCE',
          applyToAll: true,
          resourceIds: [],
          canEdit: false,
          canUse: true,
          canConfigure: false,
          environments: null,
          grantedBy: { groupName: second },
        },
      ],
      hiddenAppIds: [],
    });
  });

  test('follow the role', async () => {
    const userId = await newUser({ role: 'BUILDER' });
    const flags = (await of(userId)).flags;
    expect(flags).toHaveLength(10);
    expect(flags[0].grantedBy).toEqual([{ groupName: 'builder' }]);
    await service.graphql(
      `mutation ($id: ID!) { updateUser(input: { id: $id, role: END_USER }) { user { role } } }`,
      { id: userId },
    );
    expect((await of(userId)).flags).toEqual([]);
  });

  test('leave out disabled groups and archived users, and come back with them', async () => {
    const userId = await newUser();
    const groupId = await newGroup({ permissions: { appRelease: true } });
    await changeMembers('addGroupMembers', groupId, [userId]);
    const flags = async () => (await of(userId)).flags.map((grant: { flag: string }) => grant.flag);
    expect(await flags()).toEqual(['APP_RELEASE']);
    await updateGroup({ id: groupId, disabled: true });
    expect(await flags()).toEqual([]);
    await updateGroup({ id: groupId, disabled: false });
    const status = (value: string) =>
      service.graphql(
        `mutation ($id: ID!) { updateUser(input: { id: $id, status: ${value} }) { user { status } } }`,
        { id: userId },
      );
    await status('ARCHIVED');
    expect(await flags()).toEqual([]);
    await status('ACTIVE');
    expect(await flags()).toEqual(['APP_RELEASE']);
  });

  test('hide an app only if every rule that reaches it hides it', async () => {
    const userId = await newUser();
    const [hidden, shown] = [await newApp(), await newApp()];
    const hiding = await newGroup({
      rules: [{ type: 'APP', resources: [hidden, shown], hideFromDashboard: true }],
    });
    const showing = await newGroup({ rules: [{ type: 'APP', resources: [shown] }] });
    await changeMembers('addGroupMembers', hiding, [userId]);
    await changeMembers('addGroupMembers', showing, [userId]);
    expect((await of(userId)).hiddenAppIds).toEqual([hidden]);
    const everything = await newGroup({ rules: [{ type: 'APP', applyToAll: true }] });
    await changeMembers('addGroupMembers', everything, [userId]);
    expect((await of(userId)).hiddenAppIds).toEqual([]);
  });
});

describe('a user', () => {
  test('is created, changed and deleted; groups it was in move on', async () => {
    const id = await newUser({ userName: 'Ada', displayName: 'Ada L.' });
    await expect(newUser({ userName: 'ａDA' })).rejects.toThrow('USER_NAME_TAKEN');
    await expect(newUser({ userName: ' ' })).rejects.toThrow('1 to 255 printable');
    const { updateUser } = await service.graphql(
      `mutation ($id: ID!) { updateUser(input: { id: $id, displayName: null, role: ADMIN }) {
        user { userName displayName role status }
      } }`,
      { id },
    );
    expect(updateUser.user).toEqual({ userName: 'Ada', displayName: null, role: 'ADMIN', status: 'ACTIVE' });
    const groupId = await newGroup();
    await changeMembers('addGroupMembers', groupId, [id]);
    const remove = () =>
      service.graphql(`mutation ($id: ID!) { deleteUser(input: { id: $id }) { user { userName } } }`, { id });
    expect((await remove()).deleteUser.user.userName).toBe('Ada');
    await expect(remove()).rejects.toThrow('USER_NOT_FOUND');
    expect(await versionOf(groupId)).toEqual({ version: 3 });
    expect(await service.graphql(`query ($id: ID!) { user(id: $id) { id } }`, { id })).toEqual({
      user: null,
    });
    await newUser({ userName: 'Ada' });
  });

  test('can be renamed, unless the name is taken in any letter case; SCIM sees it at once', async () => {
    const rename = async (id: string, userName: string | null) =>
      (
        await service.graphql(
          'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { userName } } }',
          { input: { id, userName } },
        )
      ).updateUser.user.userName;
    const [id] = [await newUser({ userName: 'maiden' }), await newUser({ userName: 'taken' })];
    await expect(rename(id, 'TAKEN')).rejects.toThrow('USER_NAME_TAKEN');
    await expect(rename(id, ' ')).rejects.toThrow('1 to 255 printable');
    expect(await rename(id, null)).toBe('maiden');
    expect(await rename(id, 'Married')).toBe('Married');
    const found = await service.request('/api/scim/v2/Users?filter=userName%20eq%20%22MARRIED%22', {
      headers: { Authorization: `Bearer ${tenant.tokens.scim}` },
    });
    expect(found.json.Resources).toMatchObject([{ id, userName: 'Married' }]);
  });

  test('loses every token bound to it when archived, for good', async () => {
    const userId = await newUser();
    const { issueToken } = await service.graphql(
      `mutation ($workspaceId: ID!, $userId: ID!) {
        issueToken(input: { kind: SCIM, name: "me", workspaceId: $workspaceId, userId: $userId }) { token { id } }
      }`,
      { workspaceId: tenant.id, userId },
    );
    for (const status of ['ARCHIVED', 'ACTIVE']) {
      await service.graphql(
        `mutation ($id: ID!) { updateUser(input: { id: $id, status: ${status} }) { user { id } } }`,
        { id: userId },
      );
    }
    const rows = await service.orm.em
      .getConnection()
      .execute(`select revoked_at is not null as revoked from tokens where id = '${issueToken.token.id}'`);
    expect(rows).toEqual([{ revoked: true }]);
  });
});

describe('apps and data sources', () => {
  const definition = { formatVersion: 1, settings: {}, pages: [], queries: [] };
  const newVersion = (input: object) =>
    service.graphql(
      `mutation ($input: CreateAppVersionInput!) { createAppVersion(input: $input) { appVersion { id appId name } } }`,
      { input },
    );

  test('an app has a slug of its own, whatever names share one', async () => {
    const slugs = [];
    for (const name of ['Sales & Co', 'Sales Co', 'sales-co', '売上', 'Con']) {
      const { createApp } = await service.graphql(
        `mutation ($input: CreateAppInput!) { createApp(input: $input) { app { slug } } }`,
        { input: { workspaceId: tenant.id, name } },
      );
      slugs.push(createApp.app.slug);
    }
    expect(slugs).toEqual(['sales-co', 'sales-co-2', 'sales-co-3', 'app', 'con-app']);
    await expect(newApp('Sales Co')).rejects.toThrow('APP_NAME_TAKEN');
  });

  test('a version is checked, stored once and listed', async () => {
    const appId = await newApp();
    const { createAppVersion } = await newVersion({ appId, name: 'v1', definition });
    expect(createAppVersion.appVersion).toMatchObject({ appId, name: 'v1' });
    await expect(newVersion({ appId, name: 'v1', definition })).rejects.toThrow('VERSION_NAME_TAKEN');
    await expect(newVersion({ appId: tenant.id, name: 'v1', definition })).rejects.toThrow('APP_NOT_FOUND');
    await expect(newVersion({ appId, name: 'v2', definition: { pages: 1 } })).rejects.toThrow(
      /definition\.formatVersion.*definition\.pages/,
    );
    const { app } = await service.graphql(
      `query ($id: ID!) { app(id: $id) { versions { nodes { name } pageInfo { hasNextPage } } } }`,
      { id: appId },
    );
    expect(app.versions).toEqual({ nodes: [{ name: 'v1' }], pageInfo: { hasNextPage: false } });
  });

  test('deleting one takes it out of rules, and a rule left empty goes too', async () => {
    const [gone, kept] = [await newApp(), await newApp()];
    const { createDataSource } = await service.graphql(
      `mutation ($workspaceId: ID!) {
        createDataSource(input: { workspaceId: $workspaceId, name: "Gone", kind: "mysql" }) { dataSource { id } }
      }`,
      { workspaceId: tenant.id },
    );
    const dataSourceId = createDataSource.dataSource.id;
    const groupId = await newGroup({
      rules: [
        { type: 'APP', resources: [gone, kept] },
        { type: 'APP', resources: [gone] },
        { type: 'APP', applyToAll: true },
        { type: 'DATA_SOURCE', resources: [dataSourceId], canUse: true },
      ],
    });
    const rules = async () =>
      (
        await service.graphql(
          `query ($id: ID!) { group(id: $id) { isBuilderLevel rules { type applyToAll resources { id } } } }`,
          { id: groupId },
        )
      ).group;
    expect((await rules()).isBuilderLevel).toBe(true);
    await service.graphql(`mutation ($id: ID!) { deleteApp(input: { id: $id }) { app { id } } }`, {
      id: gone,
    });
    await service.graphql(
      `mutation ($id: ID!) { deleteDataSource(input: { id: $id }) { dataSource { id } } }`,
      { id: dataSourceId },
    );
    expect(await rules()).toEqual({
      isBuilderLevel: false,
      rules: [
        { type: 'APP', applyToAll: false, resources: [{ id: kept }] },
        { type: 'APP', applyToAll: true, resources: [] },
      ],
    });
    await expect(
      service.graphql(`mutation ($id: ID!) { deleteDataSource(input: { id: $id }) { dataSource { id } } }`, {
        id: dataSourceId,
      }),
    ).rejects.toThrow('DATA_SOURCE_NOT_FOUND');
    await expect(
      service.graphql(`mutation ($id: ID!) { deleteApp(input: { id: $id }) { app { id } } }`, { id: gone }),
    ).rejects.toThrow('APP_NOT_FOUND');
  });

  test('a data source of a taken name is refused', async () => {
    const create = () =>
      service.graphql(
        `mutation ($workspaceId: ID!) {
          createDataSource(input: { workspaceId: $workspaceId, name: "Twice", kind: "mysql" }) { dataSource { id } }
        }`,
        { workspaceId: tenant.id },
      );
    await create();
    await expect(create()).rejects.toThrow('DATA_SOURCE_NAME_TAKEN');
  });
});

describe('a token bound to a workspace', () => {
  test('cannot reach further than itself', async () => {
    const { admin } = tenant.tokens;
    const other = await service.newTenant();
    const as = (query: string, variables: object = {}) =>
      service.graphql(query, variables as Record<string, unknown>, admin);
    await expect(
      as(`mutation { createWorkspace(input: { name: "w" }) { workspace { id } } }`),
    ).rejects.toThrow('FORBIDDEN');
    await expect(as(`mutation { installLicense(input: { jws: "x" }) { license { plan } } }`)).rejects.toThrow(
      'FORBIDDEN',
    );
    await expect(
      as(`mutation { issueToken(input: { kind: ADMIN, name: "wide" }) { secret } }`),
    ).rejects.toThrow('FORBIDDEN');
    await expect(
      as(
        `mutation ($id: ID!) { issueToken(input: { kind: ADMIN, name: "n", workspaceId: $id }) { secret } }`,
        { id: other.id },
      ),
    ).rejects.toThrow('WORKSPACE_NOT_FOUND');
    expect(await as('{ workspaces { nodes { id } } }')).toEqual({
      workspaces: { nodes: [{ id: tenant.id }] },
    });
    const { tokens } = await as('{ tokens(first: 100) { nodes { workspaceId } } }');
    expect(new Set(tokens.nodes.map((node: { workspaceId: string }) => node.workspaceId))).toEqual(
      new Set([tenant.id]),
    );
  });

  test.each([
    [{ kind: 'SCIM', name: 'n' }, 'workspaceId'],
    [{ kind: 'EXTERNAL', name: 'n', userId: 'x' }, 'userId'],
    [{ kind: 'EXTERNAL', name: 'n', expiresAt: '2000-01-01T00:00:00.000Z' }, 'expiresAt'],
  ])('issuing %j is refused for its %s', async (input, path) => {
    await expect(
      service.graphql(`mutation ($input: IssueTokenInput!) { issueToken(input: $input) { secret } }`, {
        input,
      }),
    ).rejects.toThrow(`"path":"${path}"`);
  });

  test('an unknown token cannot be revoked', async () => {
    await expect(
      service.graphql(`mutation { revokeToken(input: { id: "x" }) { token { id } } }`),
    ).rejects.toThrow('TOKEN_NOT_FOUND');
  });
});

test('lists page both ways without gaps, and say what is wrong with an argument', async () => {
  const paged = await service.newTenant();
  for (let index = 0; index < 5; index += 1) {
    await service.graphql(
      `mutation ($workspaceId: ID!, $userName: String!) {
        createUser(input: { workspaceId: $workspaceId, userName: $userName }) { user { id } }
      }`,
      { workspaceId: paged.id, userName: `user-${index}` },
    );
  }
  const page = async (args: string) =>
    (
      await service.graphql(
        `query ($id: ID!) { workspace(id: $id) { users(${args}) {
          edges { cursor node { userName } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } } }`,
        { id: paged.id },
      )
    ).workspace.users;
  const forward: string[] = [];
  for (let after = '', more = true; more; ) {
    const { edges, pageInfo } = await page(`first: 4${after}`);
    forward.push(...edges.map((edge: { node: { userName: string } }) => edge.node.userName));
    more = pageInfo.hasNextPage;
    after = `, after: "${pageInfo.endCursor}"`;
  }
  expect(forward).toEqual(['admin@example.com', 'user-0', 'user-1', 'user-2', 'user-3', 'user-4']);
  const last = await page('last: 2');
  expect(last.edges.map((edge: { node: { userName: string } }) => edge.node.userName)).toEqual([
    'user-3',
    'user-4',
  ]);
  expect(last.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  const before = await page(`last: 2, before: "${last.pageInfo.startCursor}"`);
  expect(before.edges.map((edge: { node: { userName: string } }) => edge.node.userName)).toEqual([
    'user-1',
    'user-2',
  ]);
  expect((await page('first: 0')).edges).toEqual([]);
  for (const wrong of ['first: 101', 'first: -1', 'first: 1, last: 1', 'after: "nonsense"']) {
    await expect(page(wrong), wrong).rejects.toThrow('VALIDATION_FAILED');
  }
});
