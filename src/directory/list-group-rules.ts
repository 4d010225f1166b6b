import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { GroupRecord } from './group-record.js';
import type { ResourceType, RuleEnvironment } from './permission-rule.entity.js';

/** A granular rule as every reader sees it. */
export interface RuleRecord {
  readonly id: string;
  readonly type: ResourceType;
  readonly applyToAll: boolean;
  readonly canEdit: boolean;
  readonly hideFromDashboard: boolean;
  readonly canUse: boolean;
  readonly canConfigure: boolean;
  /** Null for all environments, empty for none. */
  readonly environments: readonly RuleEnvironment[] | null;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
}

/** The rules of a group in the order in which they were given, with the resources they name; one statement. */
export function listGroupRules(
  context: Context,
  group: Pick<GroupRecord, 'id' | 'workspaceId'>,
): Promise<RuleRecord[]> {
  return context.database.rows(sql<RuleRecord>`
    select r.id, r.type, r.apply_to_all as "applyToAll", r.can_edit as "canEdit",
      r.hide_from_dashboard as "hideFromDashboard", r.can_use as "canUse",
      r.can_configure as "canConfigure", to_jsonb(r.environments) as environments,
      coalesce(
        (select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id)
          from permission_rule_apps n join apps a on a.id = n.app_id where n.rule_id = r.id),
        (select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name, d.id)
          from permission_rule_data_sources n join data_sources d on d.id = n.data_source_id
          where n.rule_id = r.id),
        '[]'::jsonb) as resources
    from permission_rules r
    where r.group_id = ${group.id} and r.workspace_id = ${group.workspaceId}
    order by r.position`);
}
