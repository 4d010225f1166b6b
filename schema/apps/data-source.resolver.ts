import { Arg, Authorized, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { createDataSource } from '../../src/apps/create-data-source.js';
import { deleteDataSource } from '../../src/apps/delete-data-source.js';
import type { Context } from '../../src/context.js';
import { CreateDataSourceInput, DataSource, DeleteDataSourceInput } from './data-source.type.js';

@ObjectType({ description: 'The data source that was created or deleted.' })
class DataSourcePayload {
  @Field(() => DataSource, {
    description: 'The data source as it is now, or as it was before it was deleted.',
  })
  dataSource!: DataSource;
}

@Resolver(() => DataSource)
export class DataSourceResolver {
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
  @Mutation(() => DataSourcePayload, { description: 'Deletes a data source and takes it out of rules.' })
  async deleteDataSource(
    @Ctx() context: Context,
    @Arg('input', () => DeleteDataSourceInput, { description: 'The data source to delete.' })
    input: DeleteDataSourceInput,
  ): Promise<DataSourcePayload> {
    return { dataSource: await deleteDataSource(context, input) };
  }
}
