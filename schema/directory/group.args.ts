import { ArgsType, Field, InputType } from 'type-graphql';
import type { OrderInput } from '../../src/database/order.js';
import type { GroupType } from '../../src/directory/group.entity.js';
import type { GroupOrderField } from '../../src/directory/group-list.js';
import { PageArgs } from '../common/connection.js';
import {
  BooleanFilter,
  DateTimeFilter,
  type EnumFilter,
  enumFilter,
  IdFilter,
  StringFilter,
} from '../common/filters.js';
import { orderInput } from '../common/order.js';
import { GroupTypeEnum } from './group.type.js';

const GroupTypeFilter = enumFilter(GroupTypeEnum, 'GroupType');

export const GroupOrder = orderInput('Group', {
  createdAt: 'By the time of creation.',
  updatedAt: 'By the time of the last change.',
  name: 'By name, letter case aside.',
});

@InputType({ description: 'A condition on groups. All fields that are given must hold.' })
export class GroupWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the group.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, {
    nullable: true,
    description: 'The name; names that count as the same match, whatever the letter case.',
  })
  name?: StringFilter | null;

  @Field(() => GroupTypeFilter, { nullable: true, description: 'What the group is for.' })
  type?: EnumFilter<GroupType> | null;

  @Field(() => BooleanFilter, { nullable: true, description: 'Whether the group is disabled.' })
  disabled?: BooleanFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it last changed.' })
  updatedAt?: DateTimeFilter | null;

  @Field(() => [GroupWhere], { nullable: true, description: 'All of these hold.' })
  and?: GroupWhere[] | null;

  @Field(() => [GroupWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: GroupWhere[] | null;

  @Field(() => GroupWhere, { nullable: true, description: 'This does not hold.' })
  not?: GroupWhere | null;
}

@ArgsType()
export class GroupListArgs extends PageArgs {
  @Field(() => GroupWhere, { nullable: true, description: 'Only groups that satisfy this.' })
  where?: GroupWhere | null;

  @Field(() => GroupOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<GroupOrderField> | null;
}
