import { Field, ID, InputType } from 'type-graphql';
import type { ResourceType, RuleEnvironment } from '../../src/directory/permission-rule.entity.js';
import { ResourceTypeEnum, RuleEnvironmentEnum } from './group.type.js';

@InputType({
  description: 'Workspace-level permissions. What is absent is false on create and unchanged on update.',
})
export class GroupPermissionsInput {
  @Field(() => Boolean, { nullable: true, description: 'May create apps.' })
  appCreate?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May delete apps.' })
  appDelete?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May create, rename and delete folders.' })
  folderCRUD?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May create, change and delete workspace constants.' })
  orgConstantCRUD?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May create data sources.' })
  dataSourceCreate?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May delete data sources.' })
  dataSourceDelete?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May create workflows.' })
  workflowCreate?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May delete workflows.' })
  workflowDelete?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May promote apps to the next environment.' })
  appPromote?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'May release app versions.' })
  appRelease?: boolean;
}

@InputType({ description: 'A granular rule.' })
export class PermissionRuleInput {
  @Field(() => ResourceTypeEnum, { description: 'What the rule is scoped to.' })
  type!: ResourceType;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Covers every resource of its type; goes with no resources.',
  })
  applyToAll!: boolean;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Ids, else exact names, of resources of this workspace; 1,000 at most.',
  })
  resources!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'For apps and workflows: may edit them.' })
  canEdit!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'For apps: keeps them off the dashboard; not together with canEdit.',
  })
  hideFromDashboard!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'For data sources: may use them. Exactly one of canUse and canConfigure.',
  })
  canUse!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'For data sources: may configure them. Exactly one of canUse and canConfigure.',
  })
  canConfigure!: boolean;

  @Field(() => [RuleEnvironmentEnum], {
    nullable: true,
    description: 'Where the rule holds: absent or null for everywhere, an empty list for nowhere.',
  })
  environments?: RuleEnvironment[] | null;
}

@InputType({ description: 'A custom group to create.' })
export class CreateGroupInput {
  @Field(() => ID, { description: 'The workspace of the group; it needs an active admin.' })
  workspaceId!: string;

  @Field(() => String, {
    description: '1 to 255 printable characters; unique in the workspace and none of the role names.',
  })
  name!: string;

  @Field(() => GroupPermissionsInput, { nullable: true, description: 'Workspace-level permissions.' })
  permissions?: GroupPermissionsInput | null;

  @Field(() => [PermissionRuleInput], { nullable: true, description: 'Granular rules, 100 at most.' })
  rules?: PermissionRuleInput[] | null;
}

@InputType({ description: 'Changes to a custom group. What is absent or null stays as it is.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: 'The group to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new name.' })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'A disabled group grants nothing.' })
  disabled?: boolean | null;

  @Field(() => GroupPermissionsInput, { nullable: true, description: 'The flags to change.' })
  permissions?: GroupPermissionsInput | null;

  @Field(() => [PermissionRuleInput], {
    nullable: true,
    description: 'When given, replaces all rules of the group.',
  })
  rules?: PermissionRuleInput[] | null;
}

@InputType({ description: 'A group to delete.' })
export class DeleteGroupInput {
  @Field(() => ID, { description: 'The group to delete, with its rules and memberships.' })
  id!: string;
}

@InputType({ description: 'Members to add to a custom group, or to remove from it.' })
export class GroupMembersInput {
  @Field(() => ID, { description: 'The group whose members change.' })
  groupId!: string;

  @Field(() => [ID], { description: 'Users of the same workspace.' })
  userIds!: string[];
}
