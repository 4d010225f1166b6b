import { ArgsType, Field, InputType } from 'type-graphql';
import type { AppKind } from '../../src/apps/app.entity.js';
import type { AppOrderField } from '../../src/apps/app-list.js';
import type { OrderInput } from '../../src/database/order.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, type EnumFilter, enumFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';
import { AppKindEnum } from './app.type.js';

const AppKindFilter = enumFilter(AppKindEnum, 'AppKind');

export const AppOrder = orderInput('App', {
  createdAt: 'By the time of creation.',
  updatedAt: 'By the time of the last change.',
  name: 'By name.',
});

@InputType({ description: 'A condition on apps. All fields that are given must hold.' })
export class AppWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the app.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name.' })
  name?: StringFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The slug.' })
  slug?: StringFilter | null;

  @Field(() => AppKindFilter, { nullable: true, description: 'App or workflow.' })
  kind?: EnumFilter<AppKind> | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it last changed.' })
  updatedAt?: DateTimeFilter | null;

  @Field(() => [AppWhere], { nullable: true, description: 'All of these hold.' })
  and?: AppWhere[] | null;

  @Field(() => [AppWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: AppWhere[] | null;

  @Field(() => AppWhere, { nullable: true, description: 'This does not hold.' })
  not?: AppWhere | null;
}

@ArgsType()
export class AppListArgs extends PageArgs {
  @Field(() => AppWhere, { nullable: true, description: 'Only apps that satisfy this.' })
  where?: AppWhere | null;

  @Field(() => AppOrder, { nullable: true, description: 'The order of the list; oldest first unless told.' })
  orderBy?: OrderInput<AppOrderField> | null;
}
