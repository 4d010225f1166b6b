import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import type { GroupRecord } from './group-record.js';
import { lockCustomGroup } from './lock-custom-group.js';

export interface GroupMembersInput {
  readonly groupId: string;
  readonly userIds: readonly string[];
}

/** The group and how many memberships really came or went. */
export interface GroupMembersChange {
  readonly group: GroupRecord;
  readonly changed: number;
}

/**
 * Adds users to a custom group by one set-based statement; users who are members already stay.
 * Throws GROUP_NOT_FOUND, ROLE_GROUP_IMMUTABLE, and USER_NOT_FOUND for the first unknown user.
 */
export function addGroupMembers(context: Context, input: GroupMembersInput): Promise<GroupMembersChange> {
  return change(context, input, 'group.members_added', async (connection, group) => {
    await requireUsers(connection, group.workspaceId, input.userIds);
    return connection.rows(sql`
      insert into memberships (group_id, user_id, workspace_id, created_at)
      select ${group.id}, u.id, u.workspace_id, ${context.now().toISOString()}
      from users u where u.workspace_id = ${group.workspaceId} and u.id = any(${input.userIds}::uuid[])
      on conflict do nothing returning user_id`);
  });
}

/**
 * Removes users from a custom group; users who are no members are passed over.
 * Throws GROUP_NOT_FOUND and ROLE_GROUP_IMMUTABLE.
 */
export function removeGroupMembers(context: Context, input: GroupMembersInput): Promise<GroupMembersChange> {
  return change(context, input, 'group.members_removed', (connection, group) =>
    connection.rows(sql`
      delete from memberships
      where group_id = ${group.id} and workspace_id = ${group.workspaceId}
        and user_id = any(${input.userIds.filter(isUuid)}::uuid[])
      returning user_id`),
  );
}

function change(
  context: Context,
  input: GroupMembersInput,
  action: string,
  write: (connection: Connection, group: GroupRecord) => Promise<readonly unknown[]>,
): Promise<GroupMembersChange> {
  return context.database.transaction(async (connection) => {
    const group = await lockCustomGroup(context, connection, input.groupId);
    const changed = (await write(connection, group)).length;
    if (changed === 0) {
      return { group, changed };
    }
    const now = context.now().toISOString();
    await connection.rows(sql`
      update groups set version = version + 1, updated_at = ${now}
      where id = ${group.id} and workspace_id = ${group.workspaceId}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: group.workspaceId,
        action,
        subject: { type: 'group', id: group.id, name: group.name },
        changes: { members: changed },
      }),
    );
    return { group: { ...group, updatedAt: now }, changed };
  });
}

async function requireUsers(connection: Connection, workspaceId: string, userIds: readonly string[]) {
  const malformed = userIds.find((id) => !isUuid(id));
  const unknown =
    malformed === undefined
      ? await connection.first(sql<{ id: string }>`
          select wanted.id from unnest(${userIds}::uuid[]) as wanted(id)
          where not exists (select from users u where u.id = wanted.id and u.workspace_id = ${workspaceId})
          limit 1`)
      : { id: malformed };
  if (unknown) {
    throw DomainError.of('USER_NOT_FOUND', { id: unknown.id });
  }
}
