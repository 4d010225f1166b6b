import { Field, ID, ObjectType } from 'type-graphql';
import type { PermissionFlag } from '../../src/directory/group.entity.js';
import type { ResourceType, RuleEnvironment } from '../../src/directory/permission-rule.entity.js';
import { type Role, roles, type UserStatus, userStatuses } from '../../src/directory/user.entity.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';
import { PermissionFlagEnum, ResourceTypeEnum, RuleEnvironmentEnum } from './group.type.js';

export const RoleEnum = enumOf(roles, {
  name: 'Role',
  description: 'The role of a user in its workspace.',
  words: {
    admin: 'Manages the workspace; has every permission.',
    builder: 'Builds apps; has every permission.',
    'end-user': 'Uses apps; has what groups grant.',
  },
});

export const UserStatusEnum = enumOf(userStatuses, {
  name: 'UserStatus',
  description: 'Whether a user counts.',
  words: { active: 'May work.', archived: 'Kept with its memberships, but granted nothing.' },
});

@ObjectType({ description: 'A person in a workspace.' })
export class User {
  @Field(() => ID, { description: 'The id of the user.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the user belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Unique in the workspace, whatever the letter case.' })
  userName!: string;

  @Field(() => String, { nullable: true, description: 'The name to show to people.' })
  displayName!: string | null;

  @Field(() => RoleEnum, { description: 'The role of the user in its workspace.' })
  role!: Role;

  @Field(() => UserStatusEnum, { description: 'Whether the user counts.' })
  status!: UserStatus;

  @Field(() => DateTimeISO, { description: 'When the user was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the user last changed.' })
  updatedAt!: string;
}

export const UserConnection = connectionType(() => User, 'User');

@ObjectType({ description: 'The group that grants something.' })
export class Grantor {
  @Field(() => ID, { description: 'The id of the group.' })
  groupId!: string;

  @Field(() => String, { description: 'The name of the group.' })
  groupName!: string;
}

@ObjectType({ description: 'A workspace-level permission that a user has.' })
export class FlagGrant {
  @Field(() => PermissionFlagEnum, { description: 'The permission.' })
  flag!: PermissionFlag;

  @Field(() => [Grantor], { description: 'Every group that grants it.' })
  grantedBy!: readonly Grantor[];
}

@ObjectType({ description: 'A granular rule that applies to a user.' })
export class RuleGrant {
  @Field(() => ID, { description: 'The id of the rule.' })
  ruleId!: string;

  @Field(() => ResourceTypeEnum, { description: 'What the rule is scoped to.' })
  type!: ResourceType;

  @Field(() => Boolean, { description: 'True when the rule covers every resource of its type.' })
  applyToAll!: boolean;

  @Field(() => [ID], { description: 'The resources that the rule names; empty when it covers all.' })
  resourceIds!: readonly string[];

  @Field(() => Boolean, { description: 'May edit the apps or workflows.' })
  canEdit!: boolean;

  @Field(() => Boolean, { description: 'The rule keeps the apps off the dashboard.' })
  hideFromDashboard!: boolean;

  @Field(() => Boolean, { description: 'May use the data sources in queries.' })
  canUse!: boolean;

  @Field(() => Boolean, { description: 'May configure the data sources.' })
  canConfigure!: boolean;

  @Field(() => [RuleEnvironmentEnum], {
    nullable: true,
    description: 'Where the rule holds; null for everywhere.',
  })
  environments!: readonly RuleEnvironment[] | null;

  @Field(() => Grantor, { description: 'The group that the rule belongs to.' })
  grantedBy!: Grantor;
}

@ObjectType({
  description: 'Everything a user may do: the union over enabled groups and the group of its role.',
})
export class EffectivePermissions {
  @Field(() => [FlagGrant], { description: 'The workspace-level permissions.' })
  flags!: readonly FlagGrant[];

  @Field(() => [RuleGrant], { description: 'The granular rules.' })
  rules!: readonly RuleGrant[];

  @Field(() => [ID], { description: 'Apps that every rule which reaches them hides from the dashboard.' })
  hiddenAppIds!: readonly string[];
}
