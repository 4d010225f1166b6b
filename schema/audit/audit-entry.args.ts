import { ArgsType, Field, InputType } from 'type-graphql';
import type { AuditEntryOrderField } from '../../src/audit/list-audit-entries.js';
import type { TokenKind } from '../../src/context.js';
import type { OrderInput } from '../../src/database/order.js';
import { TokenKindFilter } from '../access/token.args.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, type EnumFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';

@InputType({ description: 'A condition on the fields that changed.' })
export class ChangedFieldsFilter {
  @Field(() => String, { description: 'This field changed: `role` finds every change of role.' })
  has!: string;
}

export const AuditEntryOrder = orderInput('AuditEntry', {
  at: 'By the time at which it happened.',
});

@InputType({ description: 'A condition on audit entries. All fields that are given must hold.' })
export class AuditEntryWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the entry.' })
  id?: IdFilter | null;

  @Field(() => IdFilter, {
    nullable: true,
    description: 'The workspace that was concerned; null for the instance.',
  })
  workspaceId?: IdFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it happened.' })
  at?: DateTimeFilter | null;

  @Field(() => StringFilter, {
    nullable: true,
    description: 'What happened: `group.created`, or `startsWith: "group."` for all of a noun.',
  })
  action?: StringFilter | null;

  @Field(() => TokenKindFilter, { nullable: true, description: 'The kind of the token that acted.' })
  actorKind?: EnumFilter<TokenKind> | null;

  @Field(() => IdFilter, {
    nullable: true,
    description: 'The token that acted; null for those of the environment.',
  })
  actorTokenId?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name of the token that acted.' })
  actorName?: StringFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The noun: `user`, `group`, `app` and so on.' })
  subjectType?: StringFilter | null;

  @Field(() => IdFilter, { nullable: true, description: 'The id of what was concerned.' })
  subjectId?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name of what was concerned, at that time.' })
  subjectName?: StringFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The id of the request.' })
  requestId?: StringFilter | null;

  @Field(() => ChangedFieldsFilter, { nullable: true, description: 'Which fields changed.' })
  changedFields?: ChangedFieldsFilter | null;

  @Field(() => [AuditEntryWhere], { nullable: true, description: 'All of these hold.' })
  and?: AuditEntryWhere[] | null;

  @Field(() => [AuditEntryWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: AuditEntryWhere[] | null;

  @Field(() => AuditEntryWhere, { nullable: true, description: 'This does not hold.' })
  not?: AuditEntryWhere | null;
}

@ArgsType()
export class AuditEntryListArgs extends PageArgs {
  @Field(() => AuditEntryWhere, { nullable: true, description: 'Only entries that satisfy this.' })
  where?: AuditEntryWhere | null;

  @Field(() => AuditEntryOrder, {
    nullable: true,
    description: 'The order of the list; newest first unless told.',
  })
  orderBy?: OrderInput<AuditEntryOrderField> | null;
}
