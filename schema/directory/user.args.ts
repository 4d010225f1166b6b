import { ArgsType, Field, InputType } from 'type-graphql';
import type { OrderInput } from '../../src/database/order.js';
import type { Role, UserStatus } from '../../src/directory/user.entity.js';
import type { UserOrderField } from '../../src/directory/user-list.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, type EnumFilter, enumFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';
import { RoleEnum, UserStatusEnum } from './user.type.js';

const RoleFilter = enumFilter(RoleEnum, 'Role');
const UserStatusFilter = enumFilter(UserStatusEnum, 'UserStatus');

export const UserOrder = orderInput('User', {
  createdAt: 'By the time of creation.',
  updatedAt: 'By the time of the last change.',
  userName: 'By user name, letter case aside.',
});

@InputType({ description: 'A condition on users. All fields that are given must hold.' })
export class UserWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the user.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, {
    nullable: true,
    description: 'The user name; names that count as the same match, whatever the letter case.',
  })
  userName?: StringFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name to show to people.' })
  displayName?: StringFilter | null;

  @Field(() => RoleFilter, { nullable: true, description: 'The role.' })
  role?: EnumFilter<Role> | null;

  @Field(() => UserStatusFilter, { nullable: true, description: 'Whether the user counts.' })
  status?: EnumFilter<UserStatus> | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it last changed.' })
  updatedAt?: DateTimeFilter | null;

  @Field(() => [UserWhere], { nullable: true, description: 'All of these hold.' })
  and?: UserWhere[] | null;

  @Field(() => [UserWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: UserWhere[] | null;

  @Field(() => UserWhere, { nullable: true, description: 'This does not hold.' })
  not?: UserWhere | null;
}

@ArgsType()
export class UserListArgs extends PageArgs {
  @Field(() => UserWhere, { nullable: true, description: 'Only users that satisfy this.' })
  where?: UserWhere | null;

  @Field(() => UserOrder, { nullable: true, description: 'The order of the list; oldest first unless told.' })
  orderBy?: OrderInput<UserOrderField> | null;
}
