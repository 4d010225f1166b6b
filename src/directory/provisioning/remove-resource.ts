import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../database/database.js';

/** A resource that is to go, its row locked. */
interface Removal {
  readonly workspaceId: string;
  readonly id: string;
  readonly now: string;
}

/**
 * Deletes a user with memberships, tokens and keys, moves the version of the groups it was in, and runs
 * `alongside` (the audit entry), all in one statement. Groups are locked in the order of their ids, so
 * that two deletions cannot wait for each other.
 */
export async function removeUser(
  connection: Connection,
  removal: Removal,
  alongside: RawBuilder<unknown>,
): Promise<void> {
  const left = sql`select m.group_id from memberships m where m.user_id = ${removal.id}::uuid`;
  await removeRow(connection, 'users', removal, left, alongside);
}

/** Deletes a group with its rules, memberships and nestings; the groups it was nested in move their version. */
export async function removeGroup(
  connection: Connection,
  removal: Removal,
  alongside: RawBuilder<unknown>,
): Promise<void> {
  const left = sql`select n.group_id from nested_groups n where n.member_id = ${removal.id}::uuid`;
  await removeRow(connection, 'groups', removal, left, alongside);
}

/** Deletes a resource of a configured type. */
export async function removeConfigured(
  connection: Connection,
  removal: Removal,
  alongside: RawBuilder<unknown>,
): Promise<void> {
  await removeRow(connection, 'provisioned_resources', removal, undefined, alongside);
}

async function removeRow(
  connection: Connection,
  table: 'users' | 'groups' | 'provisioned_resources',
  { id, workspaceId, now }: Removal,
  leftGroups: RawBuilder<unknown> | undefined,
  alongside: RawBuilder<unknown>,
): Promise<void> {
  const touched = leftGroups
    ? sql`left_groups as (
        select g.id from groups g
        where g.workspace_id = ${workspaceId}::uuid and g.id in (${leftGroups}) order by g.id for update
      ), touched as (
        update groups g set version = g.version + 1, updated_at = ${now}::timestamptz
        from left_groups where g.id = left_groups.id
      ), `
    : sql``;
  await connection.rows(sql`
    with ${touched}unkeyed as (
      delete from attribute_keys k where k.workspace_id = ${workspaceId}::uuid and k.resource_id = ${id}::uuid
    ), deleted as (
      delete from ${sql.table(table)} r where r.id = ${id}::uuid and r.workspace_id = ${workspaceId}::uuid
    )
    ${alongside}`);
}
