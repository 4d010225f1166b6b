import { sql } from 'kysely';
import type { Context } from '../context.js';
import { flagColumns, type PermissionFlag, permissionFlags } from './group.entity.js';
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

type GroupRow = { readonly id: string; readonly name: string } & Readonly<Record<PermissionFlag, boolean>>;
type RuleRow = Omit<RuleGrant, 'grantedBy'> & { readonly groupId: string; readonly groupName: string };

/** What a user may do, and by which group or rule; an archived user may do nothing. Three statements. */
export async function effectivePermissions(
  context: Context,
  user: Pick<UserRecord, 'id' | 'workspaceId' | 'role' | 'status'>,
): Promise<EffectivePermissions> {
  if (user.status === 'archived') {
    return { flags: [], rules: [], hiddenAppIds: [] };
  }
  const groups = await grantingGroups(context, user);
  const rules = await grantedRules(
    context,
    user.workspaceId,
    groups.map((group) => group.id),
  );
  return {
    flags: permissionFlags.flatMap((flag) => {
      const grantedBy = groups
        .filter((group) => group[flag])
        .map((group) => ({ groupId: group.id, groupName: group.name }));
      return grantedBy.length === 0 ? [] : [{ flag, grantedBy }];
    }),
    rules: rules.map(({ groupId, groupName, ...rule }) => ({ ...rule, grantedBy: { groupId, groupName } })),
    hiddenAppIds: await hiddenApps(context, user.workspaceId, rules),
  };
}

function grantingGroups(context: Context, user: Pick<UserRecord, 'id' | 'workspaceId' | 'role'>) {
  const flags = permissionFlags.map((flag) => sql`${sql.ref(`g.${flagColumns[flag]}`)} as ${sql.ref(flag)}`);
  return context.database.rows(sql<GroupRow>`
    select g.id, g.name, ${sql.join(flags)} from groups g
    where g.workspace_id = ${user.workspaceId} and not g.disabled and (g.role = ${user.role} or exists (
      select from memberships m where m.group_id = g.id and m.user_id = ${user.id}))
    order by g.name, g.id`);
}

function grantedRules(context: Context, workspaceId: string, groupIds: readonly string[]) {
  return context.database.rows(sql<RuleRow>`
    select r.id as "ruleId", r.type, r.apply_to_all as "applyToAll", r.can_edit as "canEdit",
      r.hide_from_dashboard as "hideFromDashboard", r.can_use as "canUse",
      r.can_configure as "canConfigure", to_jsonb(r.environments) as environments,
      g.id as "groupId", g.name as "groupName",
      coalesce(
        (select jsonb_agg(a.app_id order by a.app_id) from permission_rule_apps a where a.rule_id = r.id),
        (select jsonb_agg(d.data_source_id order by d.data_source_id)
          from permission_rule_data_sources d where d.rule_id = r.id),
        '[]'::jsonb) as "resourceIds"
    from permission_rules r join groups g on g.id = r.group_id
    where r.workspace_id = ${workspaceId} and r.group_id = any(${groupIds}::uuid[])
    order by g.name, g.id, r.position`);
}

async function hiddenApps(context: Context, workspaceId: string, rules: readonly RuleRow[]) {
  if (!rules.some((rule) => rule.hideFromDashboard)) {
    return [];
  }
  const rows = await context.database.rows(sql<{ id: string }>`
    select app.id from apps app join permission_rules r
      on r.id = any(${rules.map((rule) => rule.ruleId)}::uuid[]) and r.type = app.kind
      and (r.apply_to_all or exists (
        select from permission_rule_apps named where named.rule_id = r.id and named.app_id = app.id))
    where app.workspace_id = ${workspaceId} and app.kind = 'app'
    group by app.id having bool_and(r.hide_from_dashboard) order by app.id`);
  return rows.map((row) => row.id);
}
