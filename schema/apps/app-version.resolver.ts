import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Authorized, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { AppVersionRecord } from '../../src/apps/app-version-record.js';
import { createAppVersion } from '../../src/apps/create-app-version.js';
import { getAppVersion } from '../../src/apps/get-app-version.js';
import { getApps } from '../../src/apps/get-apps.js';
import type { Context } from '../../src/context.js';
import { batched } from '../common/batch.js';
import { requestedFields } from '../common/requested-fields.js';
import { App } from './app.type.js';
import { AppVersion, AppVersionPayload, CreateAppVersionInput } from './app-version.type.js';

@Resolver(() => AppVersion)
export class AppVersionResolver {
  @Authorized('admin')
  @Query(() => AppVersion, { nullable: true, description: 'The version of an id, or null.' })
  appVersion(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the version.' }) id: string,
  ): Promise<AppVersion | null> {
    return getAppVersion(context, { id, fields: requestedFields(info) });
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

  @FieldResolver(() => App, { description: 'The app that this is a version of.' })
  app(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() version: AppVersionRecord,
  ): Promise<App | undefined> {
    return batched(context, info, version.appId, (ids) => getApps(context, ids, requestedFields(info)));
  }
}
