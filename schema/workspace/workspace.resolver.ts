import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { listTokens } from '../../src/access/list-tokens.js';
import { listApps } from '../../src/apps/list-apps.js';
import { listDataSources } from '../../src/apps/list-data-sources.js';
import type { Context } from '../../src/context.js';
import { createWorkspace } from '../../src/directory/create-workspace.js';
import { getGroup } from '../../src/directory/get-group.js';
import { listGroups } from '../../src/directory/list-groups.js';
import { listUsers } from '../../src/directory/list-users.js';
import { getWorkspace } from '../../src/workspace/get-workspace.js';
import { listEnvironments } from '../../src/workspace/list-environments.js';
import { listWorkspaces } from '../../src/workspace/list-workspaces.js';
import { type Token, TokenConnection } from '../access/token.type.js';
import { type App, AppConnection } from '../apps/app.type.js';
import { type DataSource, DataSourceConnection } from '../apps/data-source.type.js';
import { type Connection, PageArgs, toConnection } from '../common/connection.js';
import { withoutNulls } from '../common/without-nulls.js';
import { Group, GroupConnection } from '../directory/group.type.js';
import { type User, UserConnection } from '../directory/user.type.js';
import { CreateWorkspaceInput } from './workspace.input.js';
import { Environment, Workspace, WorkspaceConnection } from './workspace.type.js';

@ObjectType({ description: 'The workspace that was created.' })
class CreateWorkspacePayload {
  @Field(() => Workspace, { description: 'The new workspace.' })
  workspace!: Workspace;
}

@Resolver(() => Workspace)
export class WorkspaceResolver {
  @Authorized('admin', 'external')
  @Query(() => Workspace, { nullable: true, description: 'The workspace of an id, or null.' })
  workspace(
    @Ctx() context: Context,
    @Arg('id', () => ID, { description: 'The id of the workspace.' }) id: string,
  ): Promise<Workspace | null> {
    return getWorkspace(context, { id });
  }

  @Authorized('admin')
  @Query(() => WorkspaceConnection, { description: 'The workspaces that the token reaches.' })
  async workspaces(
    @Ctx() context: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Workspace>> {
    return toConnection(await listWorkspaces(context, page));
  }

  @Authorized('admin')
  @Mutation(() => CreateWorkspacePayload, {
    description: 'Creates a workspace with its environments and role groups.',
  })
  async createWorkspace(
    @Ctx() context: Context,
    @Arg('input', () => CreateWorkspaceInput, { description: 'The workspace to create.' })
    input: CreateWorkspaceInput,
  ): Promise<CreateWorkspacePayload> {
    return { workspace: await createWorkspace(context, withoutNulls(input)) };
  }

  @FieldResolver(() => [Environment], { description: 'The environments, in the order of promotion.' })
  environments(@Ctx() context: Context, @Root() workspace: Workspace): Promise<Environment[]> {
    return listEnvironments(context, workspace.id);
  }

  @FieldResolver(() => Group, {
    nullable: true,
    description: 'The group of an id in this workspace, or null.',
  })
  group(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Arg('id', () => ID, { description: 'The id of the group.' }) id: string,
  ): Promise<Group | null> {
    return getGroup(context, { id, workspaceId: workspace.id });
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups, role groups included.' })
  async groups(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Group>> {
    return toConnection(await listGroups(context, workspace.id, page));
  }

  @FieldResolver(() => UserConnection, { description: 'The users, archived ones included.' })
  async users(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<User>> {
    return toConnection(await listUsers(context, workspace.id, page));
  }

  @FieldResolver(() => AppConnection, { description: 'The apps and workflows.' })
  async apps(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<App>> {
    return toConnection(await listApps(context, workspace.id, page));
  }

  @FieldResolver(() => DataSourceConnection, { description: 'The data sources.' })
  async dataSources(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<DataSource>> {
    return toConnection(await listDataSources(context, workspace.id, page));
  }

  @FieldResolver(() => TokenConnection, { description: 'The tokens bound to the workspace.' })
  async tokens(
    @Ctx() context: Context,
    @Root() workspace: Workspace,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Token>> {
    return toConnection(await listTokens(context, page, workspace.id));
  }
}
