import { sql } from 'kysely';
import type { Context } from '../context.js';
import { inScope, jsonRows } from '../database/sql.js';
import { flagColumns, type PermissionFlag, permissionFlags } from './group.entity.js';
import { groupsOfUser } from './list-user-groups.js';
import type { ResourceType, RuleEnvironment } from './permission-rule.entity.js';
import type { UserRecord } from './user-record.js';

/** The group that grants something. */
export interface Grantor {
  readonly groupId: string;
  readonly groupName: string;
}

/** A workspace-level flag that a user has, with every group that grants it. */
export interface FlagGrant {
  readonly flag: PermissionFlag;
  readonly grantedBy: readonly Grantor[];
}

/** A rule that applies to a user; `resourceIds` is empty for a rule that covers all of its type. */
export interface RuleGrant {
  readonly ruleId: string;
  readonly type: ResourceType;
  readonly applyToAll: boolean;
  readonly resourceIds: readonly string[];
  readonly canEdit: boolean;
  readonly hideFromDashboard: boolean;
  readonly canUse: boolean;
  readonly canConfigure: boolean;
  readonly environments: readonly RuleEnvironment[] | null;
  readonly grantedBy: Grantor;
}

/** Everything that a user may do: the union over enabled groups and the group of the user's role. */
export interface EffectivePermissions {
  readonly flags: readonly FlagGrant[];
  readonly rules: readonly RuleGrant[];
  /** Apps that every rule which reaches them hides, so that the dashboard does not show them. */
  readonly hiddenAppIds: readonly string[];
}

type Subject = Pick<UserRecord, 'id' | 'status'>;
type GroupRow = { readonly userId: string; readonly id: string; readonly name: string } & Readonly<
  Record<PermissionFlag, boolean>
>;
type RuleRow = Omit<RuleGrant, 'grantedBy'> & { readonly groupId: string };

/**
 * What each user may do, and by which group or rule, by user; an archived user may do nothing.
 * Three statements, whatever the number of users.
 */
export async function effectivePermissions(
  context: Context,
  users: readonly Subject[],
): Promise<Map<string, EffectivePermissions>> {
  const active = [...new Set(users.filter((user) => user.status === 'active').map((user) => user.id))];
  const groups = active.length === 0 ? [] : await grantingGroups(context, active);
  const rules = await grantedRules(context, [...new Set(groups.map((group) => group.id))]);
  const hidden = await hiddenApps(context, groups, rules);
  const groupsOf = Map.groupBy(groups, (group) => group.userId);
  const rulesOf = Map.groupBy(rules, (rule) => rule.groupId);
  return new Map(
    users.map(({ id }) => {
      const granting = groupsOf.get(id) ?? [];
      return [
        id,
        {
          flags: flagGrants(granting),
          rules: granting.flatMap((group) =>
            (rulesOf.get(group.id) ?? []).map((rule) => ruleGrant(rule, group)),
          ),
          hiddenAppIds: hidden.get(id) ?? [],
        },
      ];
    }),
  );
}

function flagGrants(groups: readonly GroupRow[]): FlagGrant[] {
  return permissionFlags.flatMap((flag) => {
    const grantedBy = groups.filter((group) => group[flag]).map(grantor);
    return grantedBy.length === 0 ? [] : [{ flag, grantedBy }];
  });
}

function ruleGrant({ groupId: _, ...rule }: RuleRow, group: GroupRow): RuleGrant {
  return { ...rule, grantedBy: grantor(group) };
}

function grantor(group: GroupRow): Grantor {
  return { groupId: group.id, groupName: group.name };
}

function grantingGroups(context: Context, userIds: readonly string[]): Promise<GroupRow[]> {
  const flags = permissionFlags.map((flag) => sql`${sql.ref(`g.${flagColumns[flag]}`)} as ${sql.ref(flag)}`);
  return context.database.rows(sql<GroupRow>`
    select u.id as "userId", g.id, g.name, ${sql.join(flags)}
    from users u ${groupsOfUser}
    where u.id = any(${userIds}::uuid[]) and not g.disabled and ${inScope('u.workspace_id', context.principal.workspaceId)}
    order by u.id, g.name, g.id`);
}

async function grantedRules(context: Context, groupIds: readonly string[]): Promise<RuleRow[]> {
  if (groupIds.length === 0) {
    return [];
  }
  return context.database.rows(sql<RuleRow>`
    select r.id as "ruleId", r.type, r.apply_to_all as "applyToAll", r.can_edit as "canEdit",
      r.hide_from_dashboard as "hideFromDashboard", r.can_use as "canUse",
      r.can_configure as "canConfigure", to_jsonb(r.environments) as environments, r.group_id as "groupId",
      coalesce(
        (select jsonb_agg(a.app_id order by a.app_id) from permission_rule_apps a where a.rule_id = r.id),
        (select jsonb_agg(d.data_source_id order by d.data_source_id)
          from permission_rule_data_sources d where d.rule_id = r.id),
        '[]'::jsonb) as "resourceIds"
    from permission_rules r
    where r.group_id = any(${groupIds}::uuid[]) and ${inScope('r.workspace_id', context.principal.workspaceId)}
    order by r.group_id, r.position`);
}

/** The apps that are hidden from each user: every rule of the user's groups that reaches them hides them. */
async function hiddenApps(context: Context, groups: readonly GroupRow[], rules: readonly RuleRow[]) {
  const hiding = new Set(rules.filter((rule) => rule.hideFromDashboard).map((rule) => rule.groupId));
  const concerned = new Set(groups.filter((group) => hiding.has(group.id)).map((group) => group.userId));
  if (concerned.size === 0) {
    return new Map<string, string[]>();
  }
  const pairs = groups
    .filter((group) => concerned.has(group.userId))
    .map((group) => ({ user: group.userId, group: group.id }));
  const rows = await context.database.rows(sql<{ userId: string; id: string }>`
    select granted."user" as "userId", app.id
    from jsonb_to_recordset(${jsonRows(pairs)}) as granted("user" uuid, "group" uuid)
    join permission_rules r on r.group_id = granted."group" and r.type = 'app'
    join apps app on app.workspace_id = r.workspace_id and app.kind = 'app'
      and (r.apply_to_all or exists (
        select from permission_rule_apps named where named.rule_id = r.id and named.app_id = app.id))
    where ${inScope('r.workspace_id', context.principal.workspaceId)}
    group by granted."user", app.id having bool_and(r.hide_from_dashboard)
    order by granted."user", app.id`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.userId)].map(([user, apps]) => [user, apps.map((app) => app.id)]),
  );
}
