import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
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
import { createDataSource } from '../../src/apps/create-data-source.js';
import type { DataSourceRecord } from '../../src/apps/data-source-record.js';
import { deleteDataSource } from '../../src/apps/delete-data-source.js';
import { getDataSource } from '../../src/apps/get-data-source.js';
import { updateDataSource } from '../../src/apps/update-data-source.js';
import type { Context } from '../../src/context.js';
import { getWorkspaces } from '../../src/workspace/get-workspaces.js';
import { batched } from '../common/batch.js';
import { requestedFields } from '../common/requested-fields.js';
import { withoutNulls } from '../common/without-nulls.js';
import { Workspace } from '../workspace/workspace.type.js';
import {
  CreateDataSourceInput,
  DataSource,
  DeleteDataSourceInput,
  UpdateDataSourceInput,
} from './data-source.type.js';

@ObjectType({ description: 'The data source that was created, changed or deleted.' })
class DataSourcePayload {
  @Field(() => DataSource, {
    description: 'The data source as it is now, or as it was before it was deleted.',
  })
  dataSource!: DataSource;
}

@Resolver(() => DataSource)
export class DataSourceResolver {
  @Authorized('admin')
  @Query(() => DataSource, { nullable: true, description: 'The data source of an id, or null.' })
  dataSource(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the data source.' }) id: string,
  ): Promise<DataSource | null> {
    return getDataSource(context, { id, fields: requestedFields(info) });
  }

  @Authorized('admin')
  @Mutation(() => DataSourcePayload, { description: 'Creates a data source.' })
  async createDataSource(
    @Ctx() context: Context,
    @Arg('input', () => CreateDataSourceInput, { description: 'The data source to create.' })
    input: CreateDataSourceInput,
  ): Promise<DataSourcePayload> {
    return { dataSource: await createDataSource(context, input) };
  }

  @Authorized('admin')
  @Mutation(() => DataSourcePayload, { description: 'Changes a data source.' })
  async updateDataSource(
    @Ctx() context: Context,
    @Arg('input', () => UpdateDataSourceInput, { description: 'What to change.' })
    input: UpdateDataSourceInput,
  ): Promise<DataSourcePayload> {
    return { dataSource: await updateDataSource(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => DataSourcePayload, { description: 'Deletes a data source and takes it out of rules.' })
  async deleteDataSource(
    @Ctx() context: Context,
    @Arg('input', () => DeleteDataSourceInput, { description: 'The data source to delete.' })
    input: DeleteDataSourceInput,
  ): Promise<DataSourcePayload> {
    return { dataSource: await deleteDataSource(context, input) };
  }

  @FieldResolver(() => Workspace, { description: 'The workspace that the data source belongs to.' })
  workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() source: DataSourceRecord,
  ): Promise<Workspace | undefined> {
    return batched(context, info, source.workspaceId, (ids) =>
      getWorkspaces(context, ids, requestedFields(info)),
    );
  }
}
