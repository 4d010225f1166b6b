import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { getGroup } from './get-group.js';
import { flagColumns, type PermissionFlag, type Permissions, permissionFlags } from './group.entity.js';
import { groupNameKey, parseGroupName } from './group-name.js';
import type { GroupRecord } from './group-record.js';
import { lockCustomGroup } from './lock-custom-group.js';
import { checkRules, type RuleInput } from './rule-input.js';
import { insertRules, resolveRules } from './write-rules.js';

/** What is absent stays as it is; `rules`, when given, replace all rules of the group. */
export interface UpdateGroupInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly permissions?: Partial<Permissions> | undefined;
  readonly rules?: readonly RuleInput[] | undefined;
}

/**
 * Changes a custom group in one transaction. An update that changes nothing writes nothing.
 * Throws VALIDATION_FAILED, GROUP_NOT_FOUND, ROLE_GROUP_IMMUTABLE, GROUP_NAME_RESERVED,
 * RESOURCE_NOT_FOUND and GROUP_NAME_TAKEN.
 */
export async function updateGroup(context: Context, input: UpdateGroupInput): Promise<GroupRecord> {
  const name = input.name === undefined ? undefined : parseGroupName(input.name);
  checkRules(input.rules ?? [], 'rules');
  return context.database.transaction(async (connection) => {
    const group = await lockCustomGroup(context, connection, input.id);
    const changes = changedFields(group, { ...input, name });
    if (Object.keys(changes).length === 0) {
      return group;
    }
    if (input.rules) {
      const rules = await resolveRules(connection, group.workspaceId, input.rules);
      await connection.rows(sql`delete from permission_rules where group_id = ${group.id}`);
      await insertRules(context, connection, group, rules);
    }
    await writeChanges(context, connection, group, changes);
    await connection.rows(
      auditEntry(context, {
        workspaceId: group.workspaceId,
        action: 'group.updated',
        subject: { type: 'group', id: group.id, name: name ?? group.name },
        changes,
        previous: previousOf(group, changes),
      }),
    );
    return (await getGroup(context, { id: input.id }, connection)) as GroupRecord;
  });
}

type Changes = Partial<Permissions> & { name?: string; disabled?: boolean; rules?: number };

function changedFields(group: GroupRecord, input: UpdateGroupInput): Changes {
  const changes: Changes = {};
  if (input.name !== undefined && input.name !== group.name) {
    changes.name = input.name;
  }
  if (input.disabled !== undefined && input.disabled !== group.disabled) {
    changes.disabled = input.disabled;
  }
  for (const flag of permissionFlags) {
    const wanted = input.permissions?.[flag];
    if (wanted !== undefined && wanted !== group[flag]) {
      changes[flag] = wanted;
    }
  }
  if (input.rules) {
    changes.rules = input.rules.length;
  }
  return changes;
}

/** What the changed fields were; rules are only counted, and not how many there were. */
function previousOf(group: GroupRecord, changes: Changes): Record<string, unknown> {
  const fields = Object.keys(changes).filter((field) => field !== 'rules') as (keyof GroupRecord)[];
  return Object.fromEntries(fields.map((field) => [field, group[field]]));
}

async function writeChanges(context: Context, connection: Connection, group: GroupRecord, changes: Changes) {
  const assignments = [
    sql`version = version + 1`,
    sql`updated_at = ${context.now().toISOString()}`,
    ...(changes.name === undefined
      ? []
      : [sql`name = ${changes.name}, name_key = ${groupNameKey(changes.name)}`]),
    ...(changes.disabled === undefined ? [] : [sql`disabled = ${changes.disabled}`]),
    ...permissionFlags
      .filter((flag: PermissionFlag) => changes[flag] !== undefined)
      .map((flag) => sql`${sql.ref(flagColumns[flag])} = ${changes[flag]}`),
  ];
  await onConstraint(
    { groups_name_unique: () => DomainError.of('GROUP_NAME_TAKEN', { name: changes.name ?? group.name }) },
    () =>
      connection.rows(sql`
        update groups set ${sql.join(assignments)}
        where id = ${group.id} and workspace_id = ${group.workspaceId}`),
  );
}
