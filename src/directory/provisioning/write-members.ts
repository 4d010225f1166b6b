import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import { onConstraint } from '../../database/driver-errors.js';
import { jsonRows } from '../../database/sql.js';
import { DomainError } from '../../errors.js';
import { isUuid } from '../../uuid.js';
import { compileElementFilter } from '../filter/compile-filter.js';
import type { ProvisioningSettings } from '../provisioning-settings.js';
import type { MemberFilterStep, MemberPlan, MemberSetStep } from './member-plan.js';
import { groupReference, userReference } from './relation-conditions.js';

/** A group whose row is locked. */
export interface LockedGroup {
  readonly id: string;
  readonly workspaceId: string;
}

/** How many members really came and went. */
export interface MemberChange {
  readonly added: number;
  readonly removed: number;
  /** Members that were named and do not exist, in a workspace that passes over them. */
  readonly skipped: readonly string[];
}

interface SetResult {
  readonly added: number;
  readonly addedGroups: number;
  readonly removed: readonly string[];
  readonly removedCount: number;
  readonly unknown: readonly string[];
}

/**
 * Carries out a plan by set operations, one statement for each step, whatever the sizes; another two
 * when groups were nested. Throws VALUE_INVALID for unknown members and cycles, and TARGET_NOT_FOUND.
 */
export async function writeMembers(
  context: Context,
  connection: Connection,
  group: LockedGroup,
  plan: MemberPlan,
  settings: Pick<ProvisioningSettings, 'unknownMembers' | 'missingTargets'>,
): Promise<MemberChange> {
  const isStrict = settings.missingTargets === 'refuseMembers';
  let change: MemberChange = { added: 0, removed: 0, skipped: [] };
  const removedIds = new Set<string>();
  for (const step of plan.steps) {
    const result =
      step.kind === 'set'
        ? await refuseVanished(() => writeSet(context, connection, group, step, isStrict))
        : await removeWhere(connection, group, step);
    for (const id of result.removed) removedIds.add(id);
    if (result.unknown.length > 0 && settings.unknownMembers === 'refuse')
      throw unknownMembers(result.unknown);
    if (isStrict && step.kind === 'removeWhere' && result.removedCount === 0) throw missingTarget();
    if (result.addedGroups > 0) await refuseCycle(connection, group);
    change = {
      added: change.added + result.added + result.addedGroups,
      removed: change.removed + result.removedCount,
      skipped: [...change.skipped, ...result.unknown],
    };
  }
  if (isStrict && plan.targets.some((id) => !removedIds.has(id))) throw missingTarget();
  return change;
}

/**
 * One statement, of the parts that the step needs. The ids come as JSON: PostgreSQL plans a list in JSON
 * alike whatever it holds, and so once for each connection, but an array of one anew each time.
 */
async function writeSet(
  context: Context,
  connection: Connection,
  group: LockedGroup,
  step: MemberSetStep,
  wantsRemovedIds: boolean,
): Promise<SetResult> {
  const named = [...step.added].map(([id, type]) => ({ id, type }));
  const malformed = named.filter(({ id }) => !isUuid(id)).map(({ id }) => id);
  const wanted = named.filter(({ id }) => isUuid(id));
  const removed = [...step.removed].filter(isUuid);
  const adds = wanted.length > 0;
  const removes = step.isCleared || removed.length > 0;
  if (!adds && !removes) return { ...nothing, unknown: malformed };
  const parts = [
    ...(adds || step.isCleared
      ? [sql`wanted as (select * from jsonb_to_recordset(${jsonRows(wanted)}) as w(id uuid, type text))`]
      : []),
    ...(adds ? additions(group, context.now().toISOString()) : []),
    ...(removes ? removals(group, step.isCleared ? 'unwanted' : removed) : []),
  ];
  const removedIds = sql`array(select id from removed union all select id from removed_groups)`;
  const row = await connection.first(sql<Omit<SetResult, 'unknown'> & { unknown: string[] }>`
    with ${sql.join(parts)}
    select
      ${adds ? sql`(select count(*)::int from added_users)` : sql`0`} as added,
      ${adds ? sql`(select count(*)::int from added_groups)` : sql`0`} as "addedGroups",
      ${removes ? sql`(select count(*)::int from removed) + (select count(*)::int from removed_groups)` : sql`0`} as "removedCount",
      ${removes && wantsRemovedIds ? sql`to_jsonb(${removedIds})` : sql`'[]'::jsonb`} as removed,
      ${adds ? sql`to_jsonb(array(select id from wanted except (select id from found_users union all select id from found_groups)))` : sql`'[]'::jsonb`} as unknown`);
  return { ...(row ?? nothing), unknown: [...malformed, ...(row?.unknown ?? [])] };
}

/** Adds those wanted members who exist; arrays make sure that they are looked up by the key, however few they are. */
function additions({ id, workspaceId }: LockedGroup, now: string): readonly RawBuilder<unknown>[] {
  return [
    sql`found_users as (
      select u.id from users u
      where u.id = any(array(select w.id from wanted w where w.type is distinct from 'Group'))
        and u.workspace_id = ${workspaceId}::uuid
    )`,
    sql`found_groups as (
      select g.id from groups g
      where g.id = any(array(select w.id from wanted w where w.type is distinct from 'User'))
        and g.workspace_id = ${workspaceId}::uuid and g.type = 'custom'
    )`,
    sql`added_users as (
      insert into memberships (group_id, user_id, workspace_id, created_at)
      select ${id}::uuid, id, ${workspaceId}::uuid, ${now}::timestamptz from found_users
      on conflict do nothing returning user_id
    )`,
    sql`added_groups as (
      insert into nested_groups (group_id, member_id, workspace_id, created_at)
      select ${id}::uuid, id, ${workspaceId}::uuid, ${now}::timestamptz from found_groups
      on conflict do nothing returning member_id
    )`,
  ];
}

/** Removes the members of these ids, or all who are not wanted. */
function removals(
  { id, workspaceId }: LockedGroup,
  which: readonly string[] | 'unwanted',
): readonly RawBuilder<unknown>[] {
  const goes = (member: RawBuilder<unknown>) =>
    which === 'unwanted'
      ? sql`not exists (select from wanted w where w.id = ${member})`
      : sql`${member} = any(array(select gone::uuid from jsonb_array_elements_text(${jsonRows(which)}) gone))`;
  return [
    sql`removed as (
      delete from memberships m where m.group_id = ${id}::uuid and m.workspace_id = ${workspaceId}::uuid
        and ${goes(sql.ref('m.user_id'))}
      returning m.user_id as id
    )`,
    sql`removed_groups as (
      delete from nested_groups n where n.group_id = ${id}::uuid and n.workspace_id = ${workspaceId}::uuid
        and ${goes(sql.ref('n.member_id'))}
      returning n.member_id as id
    )`,
  ];
}

/** A member who is deleted between being found and being added is refused by the foreign key. */
function refuseVanished<Result>(work: () => Promise<Result>): Promise<Result> {
  const vanished = () =>
    DomainError.of('VALUE_INVALID', { path: 'members', reason: 'one of them has just been deleted.' });
  return onConstraint(
    { memberships_user_id_foreign: vanished, nested_groups_member_id_foreign: vanished },
    work,
  );
}

const nothing = { added: 0, addedGroups: 0, removed: [], removedCount: 0 };

async function removeWhere(
  connection: Connection,
  group: LockedGroup,
  step: MemberFilterStep,
): Promise<SetResult> {
  const row = await connection.first(sql<{ removedCount: number }>`
    with removed as (
      delete from memberships m using users u
      where m.group_id = ${group.id}::uuid and m.workspace_id = ${group.workspaceId}::uuid and u.id = m.user_id
        and ${compileElementFilter(step.where, userReference)}
      returning m.user_id
    ), removed_groups as (
      delete from nested_groups n using groups g
      where n.group_id = ${group.id}::uuid and n.workspace_id = ${group.workspaceId}::uuid and g.id = n.member_id
        and ${compileElementFilter(step.where, groupReference)}
      returning n.member_id
    )
    select (select count(*)::int from removed) + (select count(*)::int from removed_groups) as "removedCount"`);
  return { ...nothing, unknown: [], removedCount: row?.removedCount ?? 0 };
}

/**
 * Refuses a group that contains itself by way of others. Nestings of a workspace wait for each other,
 * or two requests could each add one half of a circle that neither sees.
 */
async function refuseCycle(connection: Connection, group: LockedGroup): Promise<void> {
  await connection.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`nesting ${group.workspaceId}`}, 0))`,
  );
  const cycle = await connection.first(sql<{ found: boolean }>`
    with recursive inside(id) as (
      select n.member_id from nested_groups n where n.group_id = ${group.id}::uuid
      union
      select n.member_id from nested_groups n join inside on n.group_id = inside.id
    )
    select true as found from inside where id = ${group.id}::uuid`);
  if (cycle) {
    throw DomainError.of('VALUE_INVALID', {
      path: 'members',
      reason: 'the group would contain itself, directly or by way of another group.',
    });
  }
}

function unknownMembers(ids: readonly string[]): DomainError {
  const shown = ids.slice(0, 10).join(', ');
  const more = ids.length > 10 ? ` and ${ids.length - 10} more` : '';
  return DomainError.of('VALUE_INVALID', {
    path: 'members',
    reason: `the workspace has no user or group ${shown}${more}.`,
  });
}

function missingTarget(): DomainError {
  return DomainError.of('TARGET_NOT_FOUND', { path: 'members' });
}
