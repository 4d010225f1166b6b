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
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { listSubjectAuditEntries } from '../../src/audit/list-audit-entries.js';
import type { Context } from '../../src/context.js';
import { createUser } from '../../src/directory/create-user.js';
import { deleteUser } from '../../src/directory/delete-user.js';
import { effectivePermissions } from '../../src/directory/effective-permissions.js';
import { getUser } from '../../src/directory/get-user.js';
import { listUserGroups } from '../../src/directory/list-user-groups.js';
import { updateUser } from '../../src/directory/update-user.js';
import type { UserRecord } from '../../src/directory/user-record.js';
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
import { GroupListArgs } from './group.args.js';
import { type Group, GroupConnection } from './group.type.js';
import { groupNeeds } from './group-needs.js';
import { CreateUserInput, DeleteUserInput, UpdateUserInput } from './user.input.js';
import { EffectivePermissions, User } from './user.type.js';
import { userNeeds } from './user-needs.js';

@ObjectType({ description: 'The user that was created, changed or deleted.' })
class UserPayload {
  @Field(() => User, { description: 'The user as it is now, or as it was before it was deleted.' })
  user!: User;
}

@Resolver(() => User)
export class UserResolver {
  @Authorized('admin')
  @Query(() => User, { nullable: true, description: 'The user of an id, or null.' })
  user(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the user.' }) id: string,
  ): Promise<User | null> {
    return getUser(context, { id, fields: withNeeds(requestedFields(info), userNeeds) });
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Creates an active user.' })
  async createUser(
    @Ctx() context: Context,
    @Arg('input', () => CreateUserInput, { description: 'The user to create.' }) input: CreateUserInput,
  ): Promise<UserPayload> {
    return { user: await createUser(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Changes a user.' })
  async updateUser(
    @Ctx() context: Context,
    @Arg('input', () => UpdateUserInput, { description: 'What to change.' }) input: UpdateUserInput,
  ): Promise<UserPayload> {
    const { displayName } = input;
    const user = await updateUser(context, { ...withoutNulls(input), displayName });
    return { user };
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Deletes a user with its memberships and tokens.' })
  async deleteUser(
    @Ctx() context: Context,
    @Arg('input', () => DeleteUserInput, { description: 'The user to delete.' }) input: DeleteUserInput,
  ): Promise<UserPayload> {
    return { user: await deleteUser(context, input) };
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that the user belongs to.' })
  workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: UserRecord,
  ): Promise<Workspace | undefined> {
    return batched(context, info, user.workspaceId, (ids) =>
      getWorkspaces(context, ids, requestedFields(info)),
    );
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups of the user, that of its role included.' })
  groups(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: UserRecord,
    @Args(() => GroupListArgs) args: GroupListArgs,
  ): Promise<Connection<Group>> {
    return batchedConnection(context, info, user, (users) =>
      listUserGroups(context, idsOf(users), toListInput(args, info, groupNeeds)),
    );
  }

  @FieldResolver(() => EffectivePermissions, {
    description: 'What the user may do, and by which group or rule.',
  })
  effectivePermissions(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: UserRecord,
  ): Promise<EffectivePermissions | undefined> {
    return batched(context, info, user, (users) => effectivePermissions(context, users));
  }

  @FieldResolver(() => AuditEntryConnection, {
    description:
      'What happened to the user, newest first: changes of role with `changedFields: { has: "role" }`.',
  })
  auditEntries(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: UserRecord,
    @Args(() => AuditEntryListArgs) args: AuditEntryListArgs,
  ): Promise<Connection<AuditEntry>> {
    return batchedConnection(context, info, user, (users) =>
      listSubjectAuditEntries(context, idsOf(users), toListInput(args, info, auditEntryNeeds)),
    );
  }
}
