import { ArgsType, Field, InputType } from 'type-graphql';
import type { DataSourceOrderField } from '../../src/apps/app-list.js';
import type { OrderInput } from '../../src/database/order.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';

export const DataSourceOrder = orderInput('DataSource', {
  createdAt: 'By the time of creation.',
  updatedAt: 'By the time of the last change.',
  name: 'By name.',
});

@InputType({ description: 'A condition on data sources. All fields that are given must hold.' })
export class DataSourceWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the data source.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name.' })
  name?: StringFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'What it connects to.' })
  kind?: StringFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it last changed.' })
  updatedAt?: DateTimeFilter | null;

  @Field(() => [DataSourceWhere], { nullable: true, description: 'All of these hold.' })
  and?: DataSourceWhere[] | null;

  @Field(() => [DataSourceWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: DataSourceWhere[] | null;

  @Field(() => DataSourceWhere, { nullable: true, description: 'This does not hold.' })
  not?: DataSourceWhere | null;
}

@ArgsType()
export class DataSourceListArgs extends PageArgs {
  @Field(() => DataSourceWhere, { nullable: true, description: 'Only data sources that satisfy this.' })
  where?: DataSourceWhere | null;

  @Field(() => DataSourceOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<DataSourceOrderField> | null;
}
