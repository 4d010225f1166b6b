import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { tokenKinds } from '../../src/access/token.entity.js';
import type { TokenKind } from '../../src/context.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';

export const TokenKindEnum = enumOf(tokenKinds, {
  name: 'TokenKind',
  description: 'Which door a token opens.',
  words: {
    external: 'The external REST operations.',
    scim: 'SCIM provisioning of one workspace.',
    admin: 'This GraphQL API.',
  },
});

@ObjectType({ description: 'An access token. Its secret is shown once, when it is issued.' })
export class Token {
  @Field(() => ID, { description: 'The id of the token.' })
  id!: string;

  @Field(() => TokenKindEnum, { description: 'Which door the token opens.' })
  kind!: TokenKind;

  @Field(() => String, { description: 'The name that the audit trail shows.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The workspace it is bound to; null for the whole instance.',
  })
  workspaceId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The user it is bound to, if any.' })
  userId!: string | null;

  @Field(() => DateTimeISO, { description: 'When the token was issued.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { nullable: true, description: 'When it stops working; null for never.' })
  expiresAt!: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'When it was revoked; null while it is not.',
  })
  revokedAt!: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'When it was last used, to the minute; null for never.',
  })
  lastUsedAt!: string | null;
}

export const TokenConnection = connectionType(() => Token, 'Token');

@InputType({ description: 'A token to issue.' })
export class IssueTokenInput {
  @Field(() => TokenKindEnum, { description: 'Which door the token shall open.' })
  kind!: TokenKind;

  @Field(() => String, { description: 'The name that the audit trail shows.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The workspace to bind it to: required for SCIM, absent for a token of the whole instance.',
  })
  workspaceId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Binds a SCIM token to a user of the workspace.' })
  userId?: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'When it shall stop working; absent for never.',
  })
  expiresAt?: Date | null;
}

@InputType({ description: 'A token to revoke.' })
export class RevokeTokenInput {
  @Field(() => ID, { description: 'The token to revoke for good.' })
  id!: string;
}

@InputType({ description: 'A token to replace by a new one.' })
export class RotateTokenInput {
  @Field(() => ID, { description: 'The token to replace; it must still work.' })
  id!: string;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'When the new token stops working; absent: it lives as long as the old one was meant to.',
  })
  expiresAt?: Date | null;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'How many seconds the old token goes on working beside the new one; 0 revokes it at once.',
  })
  overlapSeconds!: number;
}

@ObjectType({ description: 'A token that was just issued.' })
export class IssueTokenPayload {
  @Field(() => Token, { description: 'The token.' })
  token!: Token;

  @Field(() => String, { description: 'The token to send with requests. Keep it: it is shown this once.' })
  secret!: string;
}

@ObjectType({ description: 'A token that was just replaced.' })
export class RotateTokenPayload {
  @Field(() => Token, { description: 'The new token.' })
  token!: Token;

  @Field(() => String, {
    description: 'The new token to send with requests. Keep it: it is shown this once.',
  })
  secret!: string;

  @Field(() => Token, { description: 'The old token as it is now.' })
  previous!: Token;
}

@ObjectType({ description: 'The token that was revoked.' })
export class RevokeTokenPayload {
  @Field(() => Token, { description: 'The token as it is now.' })
  token!: Token;
}
