import { defineEntity, p } from '@mikro-orm/core';
import { App } from '../apps/app.entity.js';
import { DataSource } from '../apps/data-source.entity.js';
import { Workspace } from '../workspace/workspace.entity.js';
import { Group } from './group.entity.js';

/** What a granular rule can be scoped to. */
export const resourceTypes = ['app', 'data_source', 'workflow'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** Every workspace has the first three; `released` is a word of rules alone. */
export const ruleEnvironments = ['development', 'staging', 'production', 'released'] as const;
export type RuleEnvironment = (typeof ruleEnvironments)[number];

const PermissionRuleSchema = defineEntity({
  name: 'PermissionRule',
  tableName: 'permission_rules',
  uniques: [{ name: 'permission_rules_position_unique', properties: ['group', 'position'] }],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    group: () => p.manyToOne(Group).mapToPk().deleteRule('cascade'),
    position: p.integer(),
    type: p.enum(resourceTypes),
    applyToAll: p.boolean(),
    canEdit: p.boolean(),
    hideFromDashboard: p.boolean(),
    canUse: p.boolean(),
    canConfigure: p.boolean(),
    environments: p.array<RuleEnvironment>().nullable(),
  },
});

/** A granular rule of a group. `environments` null means all of them, an empty list none. */
export class PermissionRule extends PermissionRuleSchema.class {}
PermissionRuleSchema.setClass(PermissionRule);

const RuleAppSchema = defineEntity({
  name: 'RuleApp',
  tableName: 'permission_rule_apps',
  primaryKeys: ['rule', 'app'],
  indexes: [{ name: 'permission_rule_apps_app_index', properties: ['app'] }],
  properties: {
    rule: () => p.manyToOne(PermissionRule).mapToPk().primary().deleteRule('cascade'),
    app: () => p.manyToOne(App).mapToPk().primary().deleteRule('cascade'),
  },
});

/** That a rule names an app (or a workflow, which is an app of that kind). */
export class RuleApp extends RuleAppSchema.class {}
RuleAppSchema.setClass(RuleApp);

const RuleDataSourceSchema = defineEntity({
  name: 'RuleDataSource',
  tableName: 'permission_rule_data_sources',
  primaryKeys: ['rule', 'dataSource'],
  indexes: [{ name: 'permission_rule_data_sources_data_source_index', properties: ['dataSource'] }],
  properties: {
    rule: () => p.manyToOne(PermissionRule).mapToPk().primary().deleteRule('cascade'),
    dataSource: () => p.manyToOne(DataSource).mapToPk().primary().deleteRule('cascade'),
  },
});

/** That a rule names a data source. */
export class RuleDataSource extends RuleDataSourceSchema.class {}
RuleDataSourceSchema.setClass(RuleDataSource);
