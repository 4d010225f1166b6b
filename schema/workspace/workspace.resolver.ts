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
import { listWorkspaceTokens } from '../../src/access/list-tokens.js';
import { listApps } from '../../src/apps/list-apps.js';
import { listDataSources } from '../../src/apps/list-data-sources.js';
import { listWorkspaceAuditEntries } from '../../src/audit/list-audit-entries.js';
import type { Context } from '../../src/context.js';
import { createWorkspace } from '../../src/directory/create-workspace.js';
import { getGroup } from '../../src/directory/get-group.js';
import { listGroups } from '../../src/directory/list-groups.js';
import { listUsers } from '../../src/directory/list-users.js';
import { deleteWorkspace } from '../../src/workspace/delete-workspace.js';
import { getWorkspace } from '../../src/workspace/get-workspace.js';
import { listEnvironments } from '../../src/workspace/list-environments.js';
import { listWorkspaces } from '../../src/workspace/list-workspaces.js';
import { updateWorkspace } from '../../src/workspace/update-workspace.js';
import { TokenListArgs } from '../access/token.args.js';
import { type Token, TokenConnection } from '../access/token.type.js';
import { AppListArgs } from '../apps/app.args.js';
import { type App, AppConnection } from '../apps/app.type.js';
import { DataSourceListArgs } from '../apps/data-source.args.js';
import { type DataSource, DataSourceConnection } from '../apps/data-source.type.js';
import { AuditEntryListArgs } from '../audit/audit-entry.args.js';
import { auditEntryNeeds } from '../audit/audit-entry.resolver.js';
import { type AuditEntry, AuditEntryConnection } from '../audit/audit-entry.type.js';
import { batched } from '../common/batch.js';
import { type Connection, toConnection } from '../common/connection.js';
import { batchedConnection, idsOf, toListInput, withNeeds } from '../common/list.js';
import { requestedFields } from '../common/requested-fields.js';
import { withoutNulls } from '../common/without-nulls.js';
import { GroupListArgs } from '../directory/group.args.js';
import { Group, GroupConnection } from '../directory/group.type.js';
import { groupNeeds } from '../directory/group-needs.js';
import { UserListArgs } from '../directory/user.args.js';
import { type User, UserConnection } from '../directory/user.type.js';
import { userNeeds } from '../directory/user-needs.js';
import { Environment } from './environment.type.js';
import { WorkspaceListArgs } from './workspace.args.js';
import { CreateWorkspaceInput, DeleteWorkspaceInput, UpdateWorkspaceInput } from './workspace.input.js';
import { Workspace, WorkspaceConnection } from './workspace.type.js';

@ObjectType({ description: 'The workspace that was created, changed or deleted.' })
class WorkspacePayload {
  @Field(() => Workspace, { description: 'The workspace as it is now, or as it was before it was deleted.' })
  workspace!: Workspace;
}

@Resolver(() => Workspace)
export class WorkspaceResolver {
  @Authorized('admin', 'external')
  @Query(() => Workspace, { nullable: true, description: 'The workspace of an id, or null.' })
  workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the workspace.' }) id: string,
  ): Promise<Workspace | null> {
    return getWorkspace(context, { id, fields: requestedFields(info) });
  }

  @Authorized('admin')
  @Query(() => WorkspaceConnection, { description: 'The workspaces that the token reaches.' })
  async workspaces(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Args(() => WorkspaceListArgs) args: WorkspaceListArgs,
  ): Promise<Connection<Workspace>> {
    return toConnection(await listWorkspaces(context, toListInput(args, info)));
  }

  @Authorized('admin')
  @Mutation(() => WorkspacePayload, {
    description: 'Creates a workspace with its environments and role groups.',
  })
  async createWorkspace(
    @Ctx() context: Context,
    @Arg('input', () => CreateWorkspaceInput, { description: 'The workspace to create.' })
    input: CreateWorkspaceInput,
  ): Promise<WorkspacePayload> {
    return { workspace: await createWorkspace(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => WorkspacePayload, { description: 'Changes a workspace.' })
  async updateWorkspace(
    @Ctx() context: Context,
    @Arg('input', () => UpdateWorkspaceInput, { description: 'What to change.' })
    input: UpdateWorkspaceInput,
  ): Promise<WorkspacePayload> {
    return { workspace: await updateWorkspace(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => WorkspacePayload, {
    description: 'Deletes a workspace with everything in it; only the audit trail stays.',
  })
  async deleteWorkspace(
    @Ctx() context: Context,
    @Arg('input', () => DeleteWorkspaceInput, { description: 'The workspace to delete.' })
    input: DeleteWorkspaceInput,
  ): Promise<WorkspacePayload> {
    return { workspace: await deleteWorkspace(context, input) };
  }

  @FieldResolver(() => [Environment], { description: 'The environments, in the order of promotion.' })
  async environments(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
  ): Promise<Environment[]> {
    const environments = await batched(context, info, workspace, (workspaces) =>
      listEnvironments(context, idsOf(workspaces)),
    );
    return environments ?? [];
  }

  @FieldResolver(() => Group, {
    nullable: true,
    description: 'The group of an id in this workspace, or null.',
  })
  async group(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Arg('id', () => ID, { description: 'The id of the group.' }) id: string,
  ): Promise<Group | null> {
    const group = await batched(context, info, workspace, async () => {
      const found = await getGroup(context, { id, fields: withNeeds(requestedFields(info), groupNeeds) });
      return new Map(found ? [[found.workspaceId, found]] : []);
    });
    return group ?? null;
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups, role groups included.' })
  groups(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => GroupListArgs) args: GroupListArgs,
  ): Promise<Connection<Group>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listGroups(context, idsOf(workspaces), toListInput(args, info, groupNeeds)),
    );
  }

  @FieldResolver(() => UserConnection, { description: 'The users, archived ones included.' })
  users(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => UserListArgs) args: UserListArgs,
  ): Promise<Connection<User>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listUsers(context, idsOf(workspaces), toListInput(args, info, userNeeds)),
    );
  }

  @FieldResolver(() => AppConnection, { description: 'The apps and workflows.' })
  apps(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => AppListArgs) args: AppListArgs,
  ): Promise<Connection<App>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listApps(context, idsOf(workspaces), toListInput(args, info)),
    );
  }

  @FieldResolver(() => DataSourceConnection, { description: 'The data sources.' })
  dataSources(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => DataSourceListArgs) args: DataSourceListArgs,
  ): Promise<Connection<DataSource>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listDataSources(context, idsOf(workspaces), toListInput(args, info)),
    );
  }

  @Authorized('admin')
  @FieldResolver(() => TokenConnection, {
    description: 'The tokens bound to the workspace, revoked ones included.',
  })
  tokens(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => TokenListArgs) args: TokenListArgs,
  ): Promise<Connection<Token>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listWorkspaceTokens(context, idsOf(workspaces), toListInput(args, info)),
    );
  }

  @Authorized('admin')
  @FieldResolver(() => AuditEntryConnection, { description: 'What happened in the workspace, newest first.' })
  auditEntries(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => AuditEntryListArgs) args: AuditEntryListArgs,
  ): Promise<Connection<AuditEntry>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listWorkspaceAuditEntries(context, idsOf(workspaces), toListInput(args, info, auditEntryNeeds)),
    );
  }
}
