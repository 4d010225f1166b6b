import { ArgsType, Field, InputType } from 'type-graphql';
import type { AppVersionOrderField } from '../../src/apps/app-list.js';
import type { OrderInput } from '../../src/database/order.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';

export const AppVersionOrder = orderInput('AppVersion', {
  createdAt: 'By the time of creation.',
  name: 'By name.',
});

@InputType({ description: 'A condition on versions. All fields that are given must hold.' })
export class AppVersionWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the version.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name.' })
  name?: StringFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => [AppVersionWhere], { nullable: true, description: 'All of these hold.' })
  and?: AppVersionWhere[] | null;

  @Field(() => [AppVersionWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: AppVersionWhere[] | null;

  @Field(() => AppVersionWhere, { nullable: true, description: 'This does not hold.' })
  not?: AppVersionWhere | null;
}

@ArgsType()
export class AppVersionListArgs extends PageArgs {
  @Field(() => AppVersionWhere, { nullable: true, description: 'Only versions that satisfy this.' })
  where?: AppVersionWhere | null;

  @Field(() => AppVersionOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<AppVersionOrderField> | null;
}
