import { Field, ID, ObjectType } from 'type-graphql';
import { type GroupType, groupTypes, permissionFlags } from '../../src/directory/group.entity.js';
import {
  type ResourceType,
  type RuleEnvironment,
  resourceTypes,
  ruleEnvironments,
} from '../../src/directory/permission-rule.entity.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';

export const GroupTypeEnum = enumOf(groupTypes, {
  name: 'GroupType',
  description: 'What a group is for.',
  words: {
    custom: 'A group that people or identity providers made.',
    default: 'A group that stands for a role; its members are the users who have the role.',
  },
});

export const ResourceTypeEnum = enumOf(resourceTypes, {
  name: 'ResourceType',
  description: 'What a granular rule is scoped to.',
  words: { app: 'Apps.', data_source: 'Data sources.', workflow: 'Workflows.' },
});

export const RuleEnvironmentEnum = enumOf(ruleEnvironments, {
  name: 'RuleEnvironment',
  description: 'Where a granular rule holds.',
  words: {
    development: 'The development environment.',
    staging: 'The staging environment.',
    production: 'The production environment.',
    released: 'The released version of an app.',
  },
});

export const PermissionFlagEnum = enumOf(permissionFlags, {
  name: 'PermissionFlag',
  description: 'A workspace-level permission.',
  words: {
    appCreate: 'May create apps.',
    appDelete: 'May delete apps.',
    folderCRUD: 'May create, rename and delete folders.',
    orgConstantCRUD: 'May create, change and delete workspace constants.',
    dataSourceCreate: 'May create data sources.',
    dataSourceDelete: 'May delete data sources.',
    workflowCreate: 'May create workflows.',
    workflowDelete: 'May delete workflows.',
    appPromote: 'May promote apps to the next environment.',
    appRelease: 'May release app versions.',
  },
});

@ObjectType({ description: 'The workspace-level permissions of a group.' })
export class GroupPermissions {
  @Field(() => Boolean, { description: 'May create apps.' })
  appCreate!: boolean;

  @Field(() => Boolean, { description: 'May delete apps.' })
  appDelete!: boolean;

  @Field(() => Boolean, { description: 'May create, rename and delete folders.' })
  folderCRUD!: boolean;

  @Field(() => Boolean, { description: 'May create, change and delete workspace constants.' })
  orgConstantCRUD!: boolean;

  @Field(() => Boolean, { description: 'May create data sources.' })
  dataSourceCreate!: boolean;

  @Field(() => Boolean, { description: 'May delete data sources.' })
  dataSourceDelete!: boolean;

  @Field(() => Boolean, { description: 'May create workflows.' })
  workflowCreate!: boolean;

  @Field(() => Boolean, { description: 'May delete workflows.' })
  workflowDelete!: boolean;

  @Field(() => Boolean, { description: 'May promote apps to the next environment.' })
  appPromote!: boolean;

  @Field(() => Boolean, { description: 'May release app versions.' })
  appRelease!: boolean;
}

@ObjectType({ description: 'An app or data source that a rule names.' })
export class RuleResource {
  @Field(() => ID, { description: 'The id of the app or data source.' })
  id!: string;

  @Field(() => String, { description: 'Its present name.' })
  name!: string;
}

@ObjectType({ description: 'A granular rule of a group.' })
export class PermissionRule {
  @Field(() => ID, { description: 'The id of the rule.' })
  id!: string;

  @Field(() => ResourceTypeEnum, { description: 'What the rule is scoped to.' })
  type!: ResourceType;

  @Field(() => Boolean, { description: 'True when the rule covers every resource of its type.' })
  applyToAll!: boolean;

  @Field(() => [RuleResource], {
    description: 'The resources that the rule names; empty when it covers all.',
  })
  resources!: readonly RuleResource[];

  @Field(() => Boolean, { description: 'May edit the apps or workflows.' })
  canEdit!: boolean;

  @Field(() => Boolean, { description: 'Keeps the apps off the dashboard.' })
  hideFromDashboard!: boolean;

  @Field(() => Boolean, { description: 'May use the data sources in queries.' })
  canUse!: boolean;

  @Field(() => Boolean, { description: 'May configure the data sources.' })
  canConfigure!: boolean;

  @Field(() => [RuleEnvironmentEnum], {
    nullable: true,
    description: 'Where the rule holds: null for everywhere, an empty list for nowhere.',
  })
  environments!: readonly RuleEnvironment[] | null;
}

@ObjectType({ description: 'A set of users with workspace-level permissions and granular rules.' })
export class Group {
  @Field(() => ID, { description: 'The id of the group.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the group belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Unique in the workspace, whatever the letter case.' })
  name!: string;

  @Field(() => GroupTypeEnum, { description: 'What the group is for.' })
  type!: GroupType;

  @Field(() => Boolean, { description: 'A disabled group grants nothing.' })
  disabled!: boolean;

  @Field(() => Boolean, {
    description:
      'True when any flag is set, any app or workflow rule allows editing, or any data source rule exists.',
  })
  isBuilderLevel!: boolean;

  @Field(() => DateTimeISO, { description: 'When the group was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the group, its rules or its members last changed.' })
  updatedAt!: string;
}

export const GroupConnection = connectionType(() => Group, 'Group');
