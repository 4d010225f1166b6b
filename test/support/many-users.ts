import { sql } from 'kysely';
import type { Context } from '../../src/context.js';

/**
 * Fills a workspace with users as provisioning leaves them, and with a group of some of them, by SQL:
 * creating them one by one would take minutes. User n is `user<n>@example.com` with that email.
 */
export async function seedUsers(
  context: Context,
  workspaceId: string,
  sizes: { readonly users: number; readonly members: number; readonly groups: number },
): Promise<{ readonly groupId: string }> {
  const { database } = context;
  const groupId = context.newId();
  await database.rows(sql`
    insert into users (id, workspace_id, user_name, user_name_key, display_name, display_name_key, external_id,
      role, status, attributes, search, version, created_at, updated_at)
    select gen_random_uuid(), ${workspaceId}::uuid, 'User' || n || '@example.com', 'user' || n || '@example.com',
      'User ' || n, 'user ' || n, 'ext-' || n, 'end-user', 'active', ${email('User')}, ${email('user')}, 1,
      now(), now()
    from generate_series(1, ${sizes.users}) n`);
  await database.rows(sql`
    insert into attribute_keys (workspace_id, resource_type, attribute, key, resource_id)
    select u.workspace_id, 'User', 'emails.value', u.user_name_key, u.id
    from users u where u.workspace_id = ${workspaceId}::uuid`);
  await database.rows(sql`
    insert into groups (id, workspace_id, name, name_key, type, app_create, app_delete, folder_crud,
      org_constant_crud, data_source_create, data_source_delete, workflow_create, workflow_delete, app_promote,
      app_release, disabled, version, created_at, updated_at)
    select case n when 1 then ${groupId}::uuid else gen_random_uuid() end, ${workspaceId}::uuid, 'Group ' || n,
      'group ' || n, 'custom', false, false, false, false, false, false, false, false, false, false, false, 1,
      now(), now()
    from generate_series(1, ${sizes.groups}) n`);
  await database.rows(sql`
    insert into memberships (group_id, user_id, workspace_id, created_at)
    select ${groupId}::uuid, u.id, u.workspace_id, now() from users u
    where u.workspace_id = ${workspaceId}::uuid order by u.user_name_key limit ${sizes.members}`);
  for (const table of ['users', 'groups', 'memberships', 'attribute_keys', 'nested_groups']) {
    await database.rows(sql`vacuum analyze ${sql.table(table)}`);
  }
  return { groupId };
}

function email(prefix: string) {
  return sql`jsonb_build_object('emails', jsonb_build_array(
    jsonb_build_object('value', ${sql.lit(prefix)} || n || '@example.com', 'type', 'work', 'primary', true)))`;
}
