import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService, type Tenant } from '../support/service.js';

/** Rows of each list: the statements of a query must be as many for one as for all of them. */
const ROWS = 100;

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
  await fill();
});
afterAll(() => service.close());

/** A hundred users, groups with rules and members, apps with versions, and tokens. */
async function fill(): Promise<void> {
  const connection = service.orm.em.getConnection();
  const id = (kind: number, n: string) =>
    `('${kind}0000000-0000-7000-8000-'||lpad((${n})::text,12,'0'))::uuid`;
  const at = `'2026-01-01T00:00:00Z'`;
  const series = `generate_series(1, ${ROWS}) n`;
  for (const statement of [
    `insert into users (id, workspace_id, user_name, user_name_key, role, status, version, created_at, updated_at)
      select ${id(1, 'n')}, '${tenant.id}', 'user'||n, 'user'||n, 'end-user', 'active', 1, ${at}, ${at} from ${series}`,
    `insert into groups (id, workspace_id, name, name_key, type, app_create, app_delete, folder_crud, org_constant_crud,
        data_source_create, data_source_delete, workflow_create, workflow_delete, app_promote, app_release, disabled,
        version, created_at, updated_at)
      select ${id(2, 'n')}, '${tenant.id}', 'group'||n, 'group'||n, 'custom', n % 2 = 0, false, false, false, false,
        false, false, false, false, false, false, 1, ${at}, ${at} from ${series}`,
    `insert into memberships (group_id, user_id, workspace_id, created_at)
      select ${id(2, 'n')}, ${id(1, '(n + k - 1) % 100 + 1')}, '${tenant.id}', ${at} from ${series}, generate_series(1, 3) k`,
    `insert into apps (id, workspace_id, kind, name, slug, created_at, updated_at)
      select ${id(3, 'n')}, '${tenant.id}', 'app', 'app'||n, 'app'||n, ${at}, ${at} from ${series}`,
    `insert into app_versions (id, workspace_id, app_id, name, definition, created_at)
      select ${id(4, 'n')}, '${tenant.id}', ${id(3, 'n')}, 'v1', '{}', ${at} from ${series}`,
    `insert into permission_rules (id, workspace_id, group_id, position, type, apply_to_all, can_edit,
        hide_from_dashboard, can_use, can_configure, environments)
      select ${id(5, 'n')}, '${tenant.id}', ${id(2, 'n')}, 0, 'app', false, false, true, false, false, null from ${series}`,
    `insert into permission_rule_apps (rule_id, app_id) select ${id(5, 'n')}, ${id(3, 'n')} from ${series}`,
    `insert into tokens (id, workspace_id, user_id, kind, name, hash, created_at)
      select ${id(6, 'n')}, '${tenant.id}', ${id(1, 'n')}, 'scim', 'token'||n, 'hash'||n, ${at} from ${series}`,
  ]) {
    await connection.execute(statement);
  }
}

/** The statements of a query, but for the look-up of the token, which may be remembered. */
async function statementsOf(query: string, variables: object): Promise<string[]> {
  const statements = await service.count.during(() =>
    service.graphql(query, { ...variables }, tenant.tokens.admin),
  );
  return statements.filter((text) => !text.includes('from tokens where hash'));
}

/** Queries of three levels and more, and how many statements they may take however many rows they read. */
const queries: readonly (readonly [string, string, number])[] = [
  [
    'groups, their members, and the groups of these',
    `query ($n: Int!) { workspaces(first: 1) { nodes { groups(first: $n, where: { type: { eq: CUSTOM } }) { nodes {
      name members(first: 3) { nodes { userName groups(first: 2) { nodes { name } } } } } } } } }`,
    4,
  ],
  [
    'groups of both kinds, their rules with resources, and their members',
    `query ($n: Int!) { workspaces(first: 1) { nodes { groups(first: $n) { nodes { isBuilderLevel
      rules { type resources { name } } members(first: 2) { nodes { id } pageInfo { endCursor } } } } } } }`,
    5,
  ],
  [
    'users and what they may do',
    `query ($n: Int!) { workspaces(first: 1) { nodes { users(first: $n) { nodes { userName
      effectivePermissions { flags { flag grantedBy { groupName } } rules { ruleId grantedBy { groupName } } hiddenAppIds } } } } } }`,
    5,
  ],
  [
    'apps, their versions, and the app and workspace of these',
    `query ($n: Int!) { workspaces(first: 1) { nodes { apps(first: $n) { nodes { name
      versions(first: 2) { nodes { name app { name workspace { name } } } } } } } } }`,
    5,
  ],
  [
    'apps with their repositories and pushes, and all pushes',
    `query ($n: Int!) { workspaces(first: 1) { nodes { gitPushes(first: 5) { nodes { appName } } apps(first: $n) { nodes {
      gitRepository { url } gitPushes(first: 2) { totalCount nodes { outcome } } } } } } }`,
    6,
  ],
  [
    'tokens with their users and workspaces',
    `query ($n: Int!) { workspaces(first: 1) { nodes { tokens(first: $n) { nodes { name
      workspace { name environments { name } } user { userName groups(first: 1) { nodes { name } } } } } } } }`,
    6,
  ],
  [
    'users with the trail of each',
    `query ($n: Int!) { workspaces(first: 1) { nodes { users(first: $n) { nodes { userName
      auditEntries(first: 2) { totalCount nodes { action } } workspace { name } } } } } }`,
    5,
  ],
  [
    'lists that are counted',
    `query ($n: Int!) { workspaces(first: 1) { totalCount nodes { groups(first: $n) { totalCount nodes {
      name members(first: 1) { totalCount nodes { id } } } } } } }`,
    8,
  ],
  [
    'one list in two places, by a fragment',
    `query ($n: Int!) { workspaces(first: 1) { nodes { groups(first: $n) { nodes { ...M } } users(first: 1) { nodes { groups { nodes { ...M } } } } } } }
     fragment M on Group { members(first: 1) { nodes { id } } }`,
    7,
  ],
];

describe.each(queries)('%s', (_, query, most) => {
  test('take as many statements for a hundred rows as for one', async () => {
    const many = await statementsOf(query, { n: ROWS });
    const few = await statementsOf(query, { n: 1 });
    expect(many.length).toBeLessThanOrEqual(most);
    expect(few.length).toBeLessThanOrEqual(many.length);
  });
});

describe('only what was asked for is read', () => {
  const columnsOf = async (fields: string) =>
    (
      await statementsOf(
        `{ workspaces(first: 1) { nodes { groups(first: 1) { nodes { ${fields} } } } } }`,
        {},
      )
    ).join('\n');

  test('a name is a name alone', async () => {
    const text = await columnsOf('name');
    expect(text).not.toMatch(/created_at|app_create|permission_rules|disabled/);
    expect(text).not.toMatch(/count\(/);
  });

  test('what is computed is computed when it was asked for', async () => {
    expect(await columnsOf('isBuilderLevel')).toMatch(/permission_rules/);
    expect(await columnsOf('createdAt')).toMatch(/to_char\("g"\."created_at"/);
    expect(await columnsOf('permissions { appCreate }')).toMatch(/app_create/);
  });

  test('fragments and both ways to the nodes count', async () => {
    const text = (
      await statementsOf(
        `{ workspaces(first: 1) { nodes { groups(first: 1) { edges { node { ...A } } nodes { ... on Group { disabled } } } } } }
         fragment A on Group { updatedAt }`,
        {},
      )
    ).join('\n');
    expect(text).toMatch(/updated_at/);
    expect(text).toMatch(/disabled/);
    expect(text).not.toMatch(/created_at/);
  });

  test('the definition of a version is read only when it was asked for', async () => {
    const of = async (fields: string) =>
      (
        await statementsOf(
          `{ workspaces(first: 1) { nodes { apps(first: 1) { nodes { versions { nodes { ${fields} } } } } } } }`,
          {},
        )
      ).join('\n');
    expect(await of('name')).not.toMatch(/definition/);
    expect(await of('definition')).toMatch(/definition/);
  });

  test('rules are read without their resources when these were not asked for', async () => {
    expect(await columnsOf('rules { type }')).not.toMatch(/permission_rule_apps/);
  });
});

test('two places with one fragment but other selections beside it each get what they asked for', async () => {
  const data = await service.graphql(
    `{ workspaces(where: { name: { eq: "Tenant" } }) { nodes {
        a: groups(first: 1, where: { type: { eq: CUSTOM } }) { nodes { ...M members(first: 1) { nodes { role } } } }
        b: groups(first: 1, where: { type: { eq: CUSTOM } }) { nodes { ...M } } } } }
     fragment M on Group { members(first: 1) { nodes { userName } } }`,
    {},
    tenant.tokens.admin,
  );
  const [workspace] = data.workspaces.nodes;
  expect(workspace.a.nodes[0].members.nodes).toEqual([{ userName: 'user2', role: 'END_USER' }]);
  expect(workspace.b.nodes[0].members.nodes).toEqual([{ userName: 'user2' }]);
});

test('mutations in one request see what the one before them changed', async () => {
  const group = '20000000-0000-7000-8000-000000000001';
  const data = await service.graphql(
    `mutation {
      a: removeGroupMembers(input: { groupId: "${group}", userIds: ["10000000-0000-7000-8000-000000000002"] }) { ...P }
      b: addGroupMembers(input: { groupId: "${group}", userIds: ["10000000-0000-7000-8000-000000000002"] }) { ...P }
    } fragment P on GroupMembersPayload { group { members { totalCount } } }`,
    {},
    tenant.tokens.admin,
  );
  expect([data.a.group.members.totalCount, data.b.group.members.totalCount]).toEqual([2, 3]);
});
