import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { listSubjectAuditEntries } from '../../src/audit/list-audit-entries.js';
import type { Context } from '../../src/context.js';
import { addGroupMembers, removeGroupMembers } from '../../src/directory/change-group-members.js';
import { createGroup } from '../../src/directory/create-group.js';
import { deleteGroup } from '../../src/directory/delete-group.js';
import { getGroup } from '../../src/directory/get-group.js';
import type { Permissions } from '../../src/directory/group.entity.js';
import type { GroupRecord } from '../../src/directory/group-record.js';
import { listGroupMembers } from '../../src/directory/list-group-members.js';
import { listGroupRules } from '../../src/directory/list-group-rules.js';
import type { RuleInput } from '../../src/directory/rule-input.js';
import { updateGroup } from '../../src/directory/update-group.js';
import { getWorkspaces } from '../../src/workspace/get-workspaces.js';
import { AuditEntryListArgs } from '../audit/audit-entry.args.js';
import { auditEntryNeeds } from '../audit/audit-entry.resolver.js';
import { type AuditEntry, AuditEntryConnection } from '../audit/audit-entry.type.js';
import { batched } from '../common/batch.js';
import type { Connection } from '../common/connection.js';
import { batchedConnection, idsOf, toListInput, withNeeds } from '../common/list.js';
import { requestedFields } from '../common/requested-fields.js';
import { withoutNulls } from '../common/without-nulls.js';
import { Workspace } from '../workspace/workspace.type.js';
import {
  CreateGroupInput,
  DeleteGroupInput,
  GroupMembersInput,
  type GroupPermissionsInput,
  type PermissionRuleInput,
  UpdateGroupInput,
} from './group.input.js';
import { Group, GroupPermissions, PermissionRule } from './group.type.js';
import { groupNeeds } from './group-needs.js';
import { UserListArgs } from './user.args.js';
import { type User, UserConnection } from './user.type.js';
import { userNeeds } from './user-needs.js';

@ObjectType({ description: 'The group that was created, changed or deleted.' })
class GroupPayload {
  @Field(() => Group, { description: 'The group as it is now, or as it was before it was deleted.' })
  group!: Group;
}

@ObjectType({ description: 'What became of a group whose members were changed.' })
class GroupMembersPayload extends GroupPayload {
  @Field(() => Int, { description: 'How many memberships really came or went.' })
  changed!: number;
}

@Resolver(() => Group)
export class GroupResolver {
  @Authorized('admin')
  @Query(() => Group, { nullable: true, description: 'The group of an id, or null.' })
  group(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the group.' }) id: string,
  ): Promise<Group | null> {
    return getGroup(context, { id, fields: withNeeds(requestedFields(info), groupNeeds) });
  }

  @Authorized('admin', 'external')
  @Mutation(() => GroupPayload, { description: 'Creates a custom group with its flags and rules.' })
  async createGroup(
    @Ctx() context: Context,
    @Arg('input', () => CreateGroupInput, { description: 'The group to create.' }) input: CreateGroupInput,
  ): Promise<GroupPayload> {
    const { permissions, rules, ...rest } = withoutNulls(input);
    const group = await createGroup(context, {
      ...rest,
      permissions: toPermissions(permissions),
      rules: toRules(rules) ?? [],
    });
    return { group };
  }

  @Authorized('admin')
  @Mutation(() => GroupPayload, { description: 'Changes a custom group.' })
  async updateGroup(
    @Ctx() context: Context,
    @Arg('input', () => UpdateGroupInput, { description: 'What to change.' }) input: UpdateGroupInput,
  ): Promise<GroupPayload> {
    const { permissions, rules, ...rest } = withoutNulls(input);
    const group = await updateGroup(context, {
      ...rest,
      permissions: toPermissions(permissions),
      rules: toRules(rules),
    });
    return { group };
  }

  @Authorized('admin')
  @Mutation(() => GroupPayload, { description: 'Deletes a custom group with its rules and memberships.' })
  async deleteGroup(
    @Ctx() context: Context,
    @Arg('input', () => DeleteGroupInput, { description: 'The group to delete.' }) input: DeleteGroupInput,
  ): Promise<GroupPayload> {
    return { group: await deleteGroup(context, input) };
  }

  @Authorized('admin')
  @Mutation(() => GroupMembersPayload, { description: 'Adds users to a custom group; members stay members.' })
  addGroupMembers(
    @Ctx() context: Context,
    @Arg('input', () => GroupMembersInput, { description: 'Whom to add.' }) input: GroupMembersInput,
  ): Promise<GroupMembersPayload> {
    return addGroupMembers(context, input);
  }

  @Authorized('admin')
  @Mutation(() => GroupMembersPayload, {
    description: 'Removes users from a custom group; others are passed over.',
  })
  removeGroupMembers(
    @Ctx() context: Context,
    @Arg('input', () => GroupMembersInput, { description: 'Whom to remove.' }) input: GroupMembersInput,
  ): Promise<GroupMembersPayload> {
    return removeGroupMembers(context, input);
  }

  @FieldResolver(() => GroupPermissions, {
    description: 'The workspace-level permissions that the group grants.',
  })
  permissions(@Root() group: GroupRecord): GroupPermissions {
    return group;
  }

  @FieldResolver(() => [PermissionRule], {
    description: 'The granular rules, in the order in which they were given.',
  })
  async rules(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() group: GroupRecord,
  ): Promise<readonly PermissionRule[]> {
    const rules = await batched(context, info, group, (groups) =>
      listGroupRules(context, idsOf(groups), requestedFields(info)),
    );
    return rules ?? [];
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that the group belongs to.' })
  workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() group: GroupRecord,
  ): Promise<Workspace | undefined> {
    return batched(context, info, group.workspaceId, (ids) =>
      getWorkspaces(context, ids, requestedFields(info)),
    );
  }

  @FieldResolver(() => UserConnection, {
    description: 'The members; those of a role group are the users who have the role.',
  })
  members(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() group: GroupRecord,
    @Args(() => UserListArgs) args: UserListArgs,
  ): Promise<Connection<User>> {
    return batchedConnection(context, info, group, (groups) =>
      listGroupMembers(context, groups, toListInput(args, info, userNeeds)),
    );
  }

  @FieldResolver(() => AuditEntryConnection, { description: 'What happened to the group, newest first.' })
  auditEntries(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() group: GroupRecord,
    @Args(() => AuditEntryListArgs) args: AuditEntryListArgs,
  ): Promise<Connection<AuditEntry>> {
    return batchedConnection(context, info, group, (groups) =>
      listSubjectAuditEntries(context, idsOf(groups), toListInput(args, info, auditEntryNeeds)),
    );
  }
}

function toPermissions(input: GroupPermissionsInput | undefined): Partial<Permissions> {
  return withoutNulls(input ?? {});
}

function toRules(input: readonly PermissionRuleInput[] | undefined): RuleInput[] | undefined {
  return input?.map((rule) => ({ ...rule, environments: rule.environments ?? null }));
}
