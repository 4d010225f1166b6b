import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { jsonRows } from '../database/sql.js';
import { DomainError } from '../errors.js';
import type { ResourceType } from './permission-rule.entity.js';
import type { RuleInput } from './rule-input.js';

/** A rule whose resources are ids of this workspace. */
export interface ResolvedRule extends RuleInput {
  readonly resourceIds: readonly string[];
}

interface Found {
  readonly type: ResourceType;
  readonly reference: string;
  readonly id: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the resources that rules name, in one statement: by id, else by exact name, of the rule's type
 * and in this workspace alone. Throws RESOURCE_NOT_FOUND for the first type with unknown ones.
 */
export async function resolveRules(
  connection: Connection,
  workspaceId: string,
  rules: readonly RuleInput[],
): Promise<ResolvedRule[]> {
  const wanted = rules.flatMap((rule) =>
    rule.resources.map((reference) => ({
      type: rule.type,
      reference,
      id: UUID.test(reference) ? reference : null,
    })),
  );
  const found = wanted.length === 0 ? [] : await findResources(connection, workspaceId, wanted);
  const ids = new Map(found.map((row) => [`${row.type}:${row.reference}`, row.id]));
  return rules.map((rule) => {
    const unknown = rule.resources.filter((reference) => !ids.get(`${rule.type}:${reference}`));
    if (unknown.length > 0) {
      throw DomainError.of('RESOURCE_NOT_FOUND', { type: rule.type, resources: unknown });
    }
    const resourceIds = rule.resources.map((reference) => ids.get(`${rule.type}:${reference}`) as string);
    return { ...rule, resourceIds: [...new Set(resourceIds)] };
  });
}

function findResources(connection: Connection, workspaceId: string, wanted: readonly object[]) {
  return connection.rows(sql<Found>`
    with wanted as (
      select distinct type, reference, id
      from jsonb_to_recordset(${jsonRows(wanted)}) as w(type text, reference text, id uuid)
    )
    select w.type, w.reference, coalesce(app.id, named_app.id, source.id, named_source.id) as id
    from wanted w
    left join apps app
      on app.workspace_id = ${workspaceId} and app.kind = w.type and app.id = w.id
    left join apps named_app
      on named_app.workspace_id = ${workspaceId} and named_app.kind = w.type and named_app.name = w.reference
    left join data_sources source
      on source.workspace_id = ${workspaceId} and w.type = 'data_source' and source.id = w.id
    left join data_sources named_source
      on named_source.workspace_id = ${workspaceId} and w.type = 'data_source'
      and named_source.name = w.reference`);
}

/** Writes the rules of a group in two statements, whatever their number; none are written for none. */
export async function insertRules(
  context: Context,
  connection: Connection,
  group: { readonly id: string; readonly workspaceId: string },
  rules: readonly ResolvedRule[],
): Promise<void> {
  if (rules.length === 0) {
    return;
  }
  const rows = rules.map((rule, position) => ({
    id: context.newId(),
    position,
    type: rule.type,
    apply_to_all: rule.applyToAll,
    can_edit: rule.canEdit,
    hide_from_dashboard: rule.hideFromDashboard,
    can_use: rule.canUse,
    can_configure: rule.canConfigure,
    environments: rule.environments,
  }));
  await connection.rows(sql`
    insert into permission_rules (id, workspace_id, group_id, position, type, apply_to_all, can_edit,
      hide_from_dashboard, can_use, can_configure, environments)
    select r.id, ${group.workspaceId}, ${group.id}, r.position, r.type, r.apply_to_all, r.can_edit,
      r.hide_from_dashboard, r.can_use, r.can_configure, r.environments
    from jsonb_to_recordset(${jsonRows(rows)}) as r(id uuid, position int, type text, apply_to_all boolean,
      can_edit boolean, hide_from_dashboard boolean, can_use boolean, can_configure boolean,
      environments text[])`);
  await insertResources(connection, rules, rows);
}

async function insertResources(
  connection: Connection,
  rules: readonly ResolvedRule[],
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const links = rules.flatMap((rule, index) =>
    rule.resourceIds.map((resource) => ({ rule: rows[index]?.id, type: rule.type, resource })),
  );
  if (links.length === 0) {
    return;
  }
  // A resource that is deleted between its look-up and this statement is refused by the foreign key.
  const vanished = (type: ResourceType) => () =>
    DomainError.of('RESOURCE_NOT_FOUND', {
      type,
      resources: [...new Set(links.filter((link) => link.type === type).map((link) => link.resource))],
    });
  await onConstraint(
    {
      permission_rule_apps_app_id_foreign: vanished('app'),
      permission_rule_data_sources_data_source_id_foreign: vanished('data_source'),
    },
    () =>
      connection.rows(sql`
        with link as (
          select * from jsonb_to_recordset(${jsonRows(links)}) as l(rule uuid, type text, resource uuid)
        ), to_apps as (
          insert into permission_rule_apps (rule_id, app_id)
          select rule, resource from link where type <> 'data_source'
        )
        insert into permission_rule_data_sources (rule_id, data_source_id)
        select rule, resource from link where type = 'data_source'`),
  );
}
