import { ArgsType, Field, InputType } from 'type-graphql';
import type { TokenOrderField } from '../../src/access/list-tokens.js';
import type { TokenKind } from '../../src/context.js';
import type { OrderInput } from '../../src/database/order.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, type EnumFilter, enumFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';
import { TokenKindEnum } from './token.type.js';

export const TokenKindFilter = enumFilter(TokenKindEnum, 'TokenKind');

export const TokenOrder = orderInput('Token', {
  createdAt: 'By the time of issue.',
  lastUsedAt: 'By the last use; tokens that were never used count as the oldest.',
  name: 'By name.',
});

@InputType({ description: 'A condition on tokens. All fields that are given must hold.' })
export class TokenWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the token.' })
  id?: IdFilter | null;

  @Field(() => TokenKindFilter, { nullable: true, description: 'Which door the token opens.' })
  kind?: EnumFilter<TokenKind> | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name.' })
  name?: StringFilter | null;

  @Field(() => IdFilter, {
    nullable: true,
    description: 'The workspace it is bound to; null for the whole instance.',
  })
  workspaceId?: IdFilter | null;

  @Field(() => IdFilter, { nullable: true, description: 'The user it is bound to.' })
  userId?: IdFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it stops working; null for never.' })
  expiresAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was revoked; null while it is not.' })
  revokedAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was last used; null for never.' })
  lastUsedAt?: DateTimeFilter | null;

  @Field(() => [TokenWhere], { nullable: true, description: 'All of these hold.' })
  and?: TokenWhere[] | null;

  @Field(() => [TokenWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: TokenWhere[] | null;

  @Field(() => TokenWhere, { nullable: true, description: 'This does not hold.' })
  not?: TokenWhere | null;
}

@ArgsType()
export class TokenListArgs extends PageArgs {
  @Field(() => TokenWhere, { nullable: true, description: 'Only tokens that satisfy this.' })
  where?: TokenWhere | null;

  @Field(() => TokenOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<TokenOrderField> | null;
}
