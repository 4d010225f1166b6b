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
import type { AppRecord } from '../../src/apps/app-record.js';
import { createApp } from '../../src/apps/create-app.js';
import { deleteApp } from '../../src/apps/delete-app.js';
import { getApp } from '../../src/apps/get-app.js';
import { listAppVersions } from '../../src/apps/list-app-versions.js';
import { updateApp } from '../../src/apps/update-app.js';
import type { Context } from '../../src/context.js';
import { getWorkspaces } from '../../src/workspace/get-workspaces.js';
import { batched } from '../common/batch.js';
import type { Connection } from '../common/connection.js';
import { batchedConnection, idsOf, toListInput } from '../common/list.js';
import { requestedFields } from '../common/requested-fields.js';
import { withoutNulls } from '../common/without-nulls.js';
import { Workspace } from '../workspace/workspace.type.js';
import { CreateAppInput, DeleteAppInput, UpdateAppInput } from './app.input.js';
import { App } from './app.type.js';
import { AppVersionListArgs } from './app-version.args.js';
import { type AppVersion, AppVersionConnection } from './app-version.type.js';

@ObjectType({ description: 'The app that was created, changed or deleted.' })
class AppPayload {
  @Field(() => App, { description: 'The app as it is now, or as it was before it was deleted.' })
  app!: App;
}

@Resolver(() => App)
export class AppResolver {
  @Authorized('admin')
  @Query(() => App, { nullable: true, description: 'The app of an id, or null.' })
  app(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the app.' }) id: string,
  ): Promise<App | null> {
    return getApp(context, { id, fields: requestedFields(info) });
  }

  @Authorized('admin')
  @Mutation(() => AppPayload, { description: 'Creates an app or workflow.' })
  async createApp(
    @Ctx() context: Context,
    @Arg('input', () => CreateAppInput, { description: 'The app to create.' }) input: CreateAppInput,
  ): Promise<AppPayload> {
    return { app: await createApp(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => AppPayload, { description: 'Changes an app.' })
  async updateApp(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAppInput, { description: 'What to change.' }) input: UpdateAppInput,
  ): Promise<AppPayload> {
    return { app: await updateApp(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => AppPayload, { description: 'Deletes an app with its versions and takes it out of rules.' })
  async deleteApp(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAppInput, { description: 'The app to delete.' }) input: DeleteAppInput,
  ): Promise<AppPayload> {
    return { app: await deleteApp(context, input) };
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that the app belongs to.' })
  workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() app: AppRecord,
  ): Promise<Workspace | undefined> {
    return batched(context, info, app.workspaceId, (ids) =>
      getWorkspaces(context, ids, requestedFields(info)),
    );
  }

  @FieldResolver(() => AppVersionConnection, { description: 'The versions.' })
  versions(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() app: AppRecord,
    @Args(() => AppVersionListArgs) args: AppVersionListArgs,
  ): Promise<Connection<AppVersion>> {
    return batchedConnection(context, info, app, (apps) =>
      listAppVersions(context, idsOf(apps), toListInput(args, info)),
    );
  }
}
