import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import { flagColumns, type PermissionFlag, type Permissions, permissionFlags } from './group.entity.js';
import { groupNameKey, parseGroupName } from './group-name.js';
import { type GroupRecord, isBuilderLevel } from './group-record.js';
import { checkRules, type RuleInput } from './rule-input.js';
import { insertRules, resolveRules } from './write-rules.js';

export interface CreateGroupInput {
  readonly workspaceId: string;
  readonly name: string;
  readonly permissions: Partial<Permissions>;
  readonly rules: readonly RuleInput[];
}

/**
 * Creates a custom group with its flags and rules, in at most six statements of one transaction.
 * Throws VALIDATION_FAILED, GROUP_NAME_RESERVED, WORKSPACE_NOT_FOUND, WORKSPACE_HAS_NO_ADMIN,
 * RESOURCE_NOT_FOUND and GROUP_NAME_TAKEN, in this order; the unique constraint decides the last.
 */
export async function createGroup(context: Context, input: CreateGroupInput): Promise<GroupRecord> {
  const name = parseGroupName(input.name);
  checkRules(input.rules, 'rules');
  const permissions = fullPermissions(input.permissions);
  const now = context.now().toISOString();
  const group: GroupRecord = {
    id: context.newId(),
    workspaceId: input.workspaceId,
    name,
    type: 'custom',
    ...permissions,
    disabled: false,
    createdAt: now,
    updatedAt: now,
    isBuilderLevel: isBuilderLevel(permissions, input.rules),
  };
  return context.database.transaction(async (connection) => {
    await requireAdministeredWorkspace(context, connection, input.workspaceId);
    const rules = await resolveRules(connection, input.workspaceId, input.rules);
    await insertGroup(connection, group);
    await insertRules(context, connection, group, rules);
    await connection.rows(
      auditEntry(context, {
        workspaceId: group.workspaceId,
        action: 'group.created',
        subject: { type: 'group', id: group.id, name },
        changes: { name, ...permissions, rules: rules.length },
      }),
    );
    return group;
  });
}

async function requireAdministeredWorkspace(context: Context, connection: Connection, id: string) {
  const { hasAdmin } = await requireWorkspace(context, connection, id);
  if (!hasAdmin) {
    throw DomainError.of('WORKSPACE_HAS_NO_ADMIN', { id });
  }
}

function fullPermissions(given: Partial<Permissions>): Permissions {
  return Object.fromEntries(permissionFlags.map((flag) => [flag, given[flag] ?? false])) as Permissions;
}

/** Writes the row of a group; the unique constraint answers whether the name is taken. */
export async function insertGroup(connection: Connection, group: GroupRecord): Promise<void> {
  const columns = permissionFlags.map((flag: PermissionFlag) => sql.ref(flagColumns[flag]));
  const values = permissionFlags.map((flag) => sql`${group[flag]}`);
  await onConstraint(
    {
      groups_name_unique: () => DomainError.of('GROUP_NAME_TAKEN', { name: group.name }),
      groups_workspace_id_foreign: () => DomainError.of('WORKSPACE_NOT_FOUND', { id: group.workspaceId }),
    },
    () =>
      connection.rows(sql`
        insert into groups (id, workspace_id, name, name_key, type, ${sql.join(columns)}, disabled, version,
          created_at, updated_at)
        values (${group.id}, ${group.workspaceId}, ${group.name}, ${groupNameKey(group.name)}, ${group.type},
          ${sql.join(values)}, ${group.disabled}, 1, ${group.createdAt}, ${group.updatedAt})`),
  );
}
