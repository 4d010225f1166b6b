import { ArgsType, Field, InputType } from 'type-graphql';
import type { PushOutcome } from '../../src/apps/git-push.entity.js';
import type { GitPushOrderField } from '../../src/apps/list-git-pushes.js';
import type { OrderInput } from '../../src/database/order.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, type EnumFilter, enumFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';
import { PushOutcomeEnum } from './git.type.js';

const PushOutcomeFilter = enumFilter(PushOutcomeEnum, 'PushOutcome');

export const GitPushOrder = orderInput('GitPush', { startedAt: 'By the time at which the push began.' });

@InputType({ description: 'A condition on pushes. All fields that are given must hold.' })
export class GitPushWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the push.' })
  id?: IdFilter | null;

  @Field(() => IdFilter, { nullable: true, description: 'The app that was pushed.' })
  appId?: IdFilter | null;

  @Field(() => IdFilter, { nullable: true, description: 'The version that was pushed.' })
  versionId?: IdFilter | null;

  @Field(() => PushOutcomeFilter, { nullable: true, description: 'How the push ended.' })
  outcome?: EnumFilter<PushOutcome> | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name of the token that pushed.' })
  actorName?: StringFilter | null;

  @Field(() => StringFilter, {
    nullable: true,
    description: 'Why the push failed; null for one that did not.',
  })
  errorCode?: StringFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When the push began.' })
  startedAt?: DateTimeFilter | null;

  @Field(() => [GitPushWhere], { nullable: true, description: 'All of these hold.' })
  and?: GitPushWhere[] | null;

  @Field(() => [GitPushWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: GitPushWhere[] | null;

  @Field(() => GitPushWhere, { nullable: true, description: 'This does not hold.' })
  not?: GitPushWhere | null;
}

@ArgsType()
export class GitPushListArgs extends PageArgs {
  @Field(() => GitPushWhere, { nullable: true, description: 'Only pushes that satisfy this.' })
  where?: GitPushWhere | null;

  @Field(() => GitPushOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<GitPushOrderField> | null;
}
