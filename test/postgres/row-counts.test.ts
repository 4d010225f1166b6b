import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '../../src/directory/create-group.js';
import { deleteUser } from '../../src/directory/delete-user.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { PLATFORM, Provisioning } from '../support/provisioning.js';

/** The numbers that lists tell, kept by triggers, when many write at once. */

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

test('rows that are made and deleted at once are counted exactly', async () => {
  const scim = await Provisioning.of(directory);
  await scim.user('admin', { [PLATFORM]: { role: 'admin' } });
  const { workspaceId } = scim;
  const users = await Promise.all(Array.from({ length: 20 }, (_, n) => scim.user(`old${n}`)));
  const groups = await Promise.all(users.slice(0, 10).map((id, n) => scim.group(`old${n}`, [id])));
  await Promise.all([
    ...users.slice(0, 15).map((id) => deleteUser(directory.context(), { id })),
    ...users.slice(0, 15).map((_, n) => scim.user(`new${n}`)),
    ...groups.slice(0, 5).map((id) => scim.delete('Group', id)),
    ...groups.map((_, n) =>
      createGroup(directory.context(), { workspaceId, name: `new${n}`, permissions: {}, rules: [] }),
    ),
  ]);
  const count = async (type: string) => (await scim.list({ type, limit: 0 })).totalCount;
  expect(await count('User')).toBe(1 + 20 - 15 + 15);
  expect(await count('Group')).toBe(10 - 5 + 10);
  const [row] = await directory.context().database.rows(sql<{ users: number; groups: number }>`
    select (select count(*)::int from users where workspace_id = ${workspaceId}::uuid) as users,
      (select count(*)::int from groups where workspace_id = ${workspaceId}::uuid and type = 'custom') as groups`);
  expect(row).toEqual({ users: await count('User'), groups: await count('Group') });
});

test('two transactions that make users of one workspace need not wait for each other', async () => {
  const workspaceId = await directory.newWorkspace();
  const insert = (name: string) => sql`
    insert into users (id, workspace_id, user_name, user_name_key, role, status, version, created_at, updated_at)
    values (gen_random_uuid(), ${workspaceId}::uuid, ${name}, ${name}, 'end-user', 'active', 1, now(), now())`;
  const slot = sql<{ slot: number }>`select (txid_current() % 16)::int as slot`;
  await directory.context().database.transaction(async (first) => {
    await first.rows(insert('first'));
    const taken = await first.first(slot);
    // One transaction in sixteen has the slot of the first; then the next one has another.
    for (let made = 0; made < 2; ) {
      await directory.context().database.transaction(async (second) => {
        if ((await second.first(slot))?.slot === taken?.slot) return;
        await second.rows(sql`set local lock_timeout = '1s'`);
        await second.rows(insert(`second${made}`));
        made += 1;
      });
    }
  });
  const scim = new Provisioning(directory, workspaceId);
  expect((await scim.list({ type: 'User', limit: 0 })).totalCount).toBe(3);
});
