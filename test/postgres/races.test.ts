import { afterAll, beforeAll, expect, test } from 'vitest';
import { countGroups, createGroup } from '../support/rest.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const tally = (values: readonly number[]) =>
  Object.fromEntries(
    [...new Set(values)].sort().map((value) => [value, values.filter((v) => v === value).length]),
  );

test('50 simultaneous creates of one name: one 201, forty-nine 409, one row', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => createGroup(service, tenant, { name: 'Everybody wants this' })),
  );
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 201: 1, 409: 49 });
  expect(await countGroups(service, tenant)).toBe(1);
});

test('a rule for an app that is deleted at the same time never leaves half a group', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { createApp } = await service.graphql(
      `mutation ($input: CreateAppInput!) { createApp(input: $input) { app { id } } }`,
      { input: { workspaceId: tenant.id, name: `App ${round}` } },
    );
    const before = await countGroups(service, tenant);
    const granularPermissions = [
      { type: 'app', resources: [createApp.app.id], permissions: { canEdit: true } },
    ];
    const [created] = await Promise.all([
      createGroup(service, tenant, { name: `Race ${round}`, granularPermissions }),
      service.graphql(`mutation ($id: ID!) { deleteApp(input: { id: $id }) { app { id } } }`, {
        id: createApp.app.id,
      }),
    ]);
    expect([201, 400]).toContain(created.status);
    expect(created.status === 201 ? undefined : created.json.code).toBe(
      created.status === 201 ? undefined : 'RESOURCE_NOT_FOUND',
    );
    expect(await countGroups(service, tenant)).toBe(before + (created.status === 201 ? 1 : 0));
  }
});

test('apps of one slug that are created at once get slugs of their own', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `Same${'!'.repeat(index + 1)}`);
  const made = await Promise.all(
    names.map((name) =>
      service.graphql(`mutation ($input: CreateAppInput!) { createApp(input: $input) { app { slug } } }`, {
        input: { workspaceId: tenant.id, name },
      }),
    ),
  );
  expect(new Set(made.map(({ createApp }) => createApp.app.slug)).size).toBe(8);
});

test('overlapping member changes lose nothing', async () => {
  const { createGroup: made } = await service.graphql(
    `mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }`,
    { input: { workspaceId: tenant.id, name: 'Members' } },
  );
  const users = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.graphql(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
        input: { workspaceId: tenant.id, userName: `member-${index}` },
      }),
    ),
  );
  await Promise.all(
    users.map(({ createUser }) =>
      service.graphql(
        `mutation ($input: GroupMembersInput!) { addGroupMembers(input: $input) { changed } }`,
        {
          input: { groupId: made.group.id, userIds: [createUser.user.id] },
        },
      ),
    ),
  );
  const rows = await service.orm.em.getConnection().execute(
    `select version, (select count(*)::int from memberships where group_id = id) as members
       from groups where id = '${made.group.id}'`,
  );
  expect(rows).toEqual([{ version: 21, members: 20 }]);
});
