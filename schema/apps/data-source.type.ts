import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';

@ObjectType({ description: 'Something that queries of apps read from or write to.' })
export class DataSource {
  @Field(() => ID, { description: 'The id of the data source.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the data source belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Unique in the workspace.' })
  name!: string;

  @Field(() => String, { description: 'What it connects to, such as `postgresql`.' })
  kind!: string;

  @Field(() => DateTimeISO, { description: 'When the data source was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the data source last changed.' })
  updatedAt!: string;
}

export const DataSourceConnection = connectionType(() => DataSource, 'DataSource');

@InputType({ description: 'A data source to create.' })
export class CreateDataSourceInput {
  @Field(() => ID, { description: 'The workspace of the data source.' })
  workspaceId!: string;

  @Field(() => String, { description: '1 to 255 printable characters; unique in the workspace.' })
  name!: string;

  @Field(() => String, { description: 'What it connects to, such as `postgresql`.' })
  kind!: string;
}

@InputType({ description: 'A data source to delete.' })
export class DeleteDataSourceInput {
  @Field(() => ID, { description: 'The data source to delete; rules that name only it go too.' })
  id!: string;
}

@InputType({ description: 'Changes to a data source. What is absent or null stays as it is.' })
export class UpdateDataSourceInput {
  @Field(() => ID, { description: 'The data source to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What it connects to, such as `postgresql`.' })
  kind?: string | null;
}
