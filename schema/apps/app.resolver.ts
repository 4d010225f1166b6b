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
import type { AppRecord } from '../../src/apps/app-record.js';
import { createApp } from '../../src/apps/create-app.js';
import { createAppVersion } from '../../src/apps/create-app-version.js';
import { deleteApp } from '../../src/apps/delete-app.js';
import { getApp } from '../../src/apps/get-app.js';
import { listAppVersions } from '../../src/apps/list-app-versions.js';
import type { Context } from '../../src/context.js';
import { type Connection, PageArgs, toConnection } from '../common/connection.js';
import { withoutNulls } from '../common/without-nulls.js';
import { CreateAppInput, CreateAppVersionInput, DeleteAppInput } from './app.input.js';
import { App, AppVersion, AppVersionConnection } from './app.type.js';

@ObjectType({ description: 'The app that was created or deleted.' })
class AppPayload {
  @Field(() => App, { description: 'The app as it is now, or as it was before it was deleted.' })
  app!: App;
}

@ObjectType({ description: 'The version that was created.' })
class AppVersionPayload {
  @Field(() => AppVersion, { description: 'The new version.' })
  appVersion!: AppVersion;
}

@Resolver(() => App)
export class AppResolver {
  @Authorized('admin')
  @Query(() => App, { nullable: true, description: 'The app of an id, or null.' })
  app(
    @Ctx() context: Context,
    @Arg('id', () => ID, { description: 'The id of the app.' }) id: string,
  ): Promise<App | null> {
    return getApp(context, { id });
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
  @Mutation(() => AppPayload, { description: 'Deletes an app with its versions and takes it out of rules.' })
  async deleteApp(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAppInput, { description: 'The app to delete.' }) input: DeleteAppInput,
  ): Promise<AppPayload> {
    return { app: await deleteApp(context, input) };
  }

  @Authorized('admin')
  @Mutation(() => AppVersionPayload, {
    description: 'Creates a version of an app, which never changes again.',
  })
  async createAppVersion(
    @Ctx() context: Context,
    @Arg('input', () => CreateAppVersionInput, { description: 'The version to create.' })
    input: CreateAppVersionInput,
  ): Promise<AppVersionPayload> {
    return { appVersion: await createAppVersion(context, input) };
  }

  @FieldResolver(() => AppVersionConnection, { description: 'The versions, oldest first.' })
  async versions(
    @Ctx() context: Context,
    @Root() app: AppRecord,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<AppVersion>> {
    return toConnection(await listAppVersions(context, app, page));
  }
}
