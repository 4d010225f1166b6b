import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { TokenKind } from '../../src/context.js';
import { TokenKindEnum } from '../access/token.type.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';

@ObjectType({ description: 'Who acted: a token, never a person.' })
export class AuditActor {
  @Field(() => TokenKindEnum, { description: 'The door by which the token came in.' })
  kind!: TokenKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of the token; null for one of the environment and for the program itself.',
  })
  tokenId!: string | null;

  @Field(() => String, { description: 'The name of the token at that time.' })
  name!: string;
}

@ObjectType({ description: 'What an action was about, as it was called at that time.' })
export class AuditSubject {
  @Field(() => String, { description: 'The noun: `user`, `group`, `app` and so on.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'Its id; null for what has none, such as the licence.' })
  id!: string | null;

  @Field(() => String, { nullable: true, description: 'Its name at that time; null for what has none.' })
  name!: string | null;
}

@ObjectType({ description: 'One field that changed. Secrets are named but never shown.' })
export class FieldChange {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Its new value; null also where only the name is kept, as of what provisioning clients write.',
  })
  value!: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Its value before; null when there was none or it was not kept.',
  })
  previous!: unknown;
}

@ObjectType({ description: 'That a token did something, kept with what it describes in one transaction.' })
export class AuditEntry {
  @Field(() => ID, { description: 'The id of the entry; ids are in order of time.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The workspace that was concerned; null for the instance.',
  })
  workspaceId!: string | null;

  @Field(() => DateTimeISO, { description: 'When it happened.' })
  at!: string;

  @Field(() => String, { description: 'Noun and verb in the past tense, such as `group.created`.' })
  action!: string;

  @Field(() => String, {
    description: 'The id of the request, which the caller may choose by X-Request-Id and the log shows.',
  })
  requestId!: string;
}

export const AuditEntryConnection = connectionType(() => AuditEntry, 'AuditEntry');
