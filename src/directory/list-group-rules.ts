import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type FieldColumns, type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
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

const ruleFields: FieldColumns<RuleRecord> = {
  id: sql`r.id`,
  type: sql`r.type`,
  applyToAll: sql`r.apply_to_all`,
  canEdit: sql`r.can_edit`,
  hideFromDashboard: sql`r.hide_from_dashboard`,
  canUse: sql`r.can_use`,
  canConfigure: sql`r.can_configure`,
  environments: sql`to_jsonb(r.environments)`,
  resources: sql`coalesce(
    (select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id)
      from permission_rule_apps n join apps a on a.id = n.app_id where n.rule_id = r.id),
    (select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name, d.id)
      from permission_rule_data_sources n join data_sources d on d.id = n.data_source_id
      where n.rule_id = r.id),
    '[]'::jsonb)`,
};

type RuleRow = RuleRecord & { readonly groupId: string };

/** The rules of each group in the order in which they were given, with the resources they name; one statement. */
export async function listGroupRules(
  context: Context,
  groupIds: readonly string[],
  fields?: Fields,
): Promise<Map<string, RuleRecord[]>> {
  const rows = await context.database.rows(sql<RuleRow>`
    select ${someColumns(ruleFields, fields, ['id'])}, r.group_id as "groupId"
    from permission_rules r
    where r.group_id = any(${groupIds}::uuid[])
      and ${inScope('r.workspace_id', context.principal.workspaceId)}
    order by r.group_id, r.position`);
  return Map.groupBy(rows, (row) => row.groupId);
}
