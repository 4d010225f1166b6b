import { Arg, Args, Authorized, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { issueToken } from '../../src/access/issue-token.js';
import { listTokens } from '../../src/access/list-tokens.js';
import { revokeToken } from '../../src/access/revoke-token.js';
import type { Context } from '../../src/context.js';
import { type Connection, PageArgs, toConnection } from '../common/connection.js';
import { withoutNulls } from '../common/without-nulls.js';
import { IssueTokenInput, RevokeTokenInput, Token, TokenConnection } from './token.type.js';

@ObjectType({ description: 'A token that was just issued.' })
class IssueTokenPayload {
  @Field(() => Token, { description: 'The token.' })
  token!: Token;

  @Field(() => String, { description: 'The token to send with requests. Keep it: it is shown this once.' })
  secret!: string;
}

@ObjectType({ description: 'The token that was revoked.' })
class RevokeTokenPayload {
  @Field(() => Token, { description: 'The token as it is now.' })
  token!: Token;
}

@Resolver(() => Token)
export class TokenResolver {
  @Authorized('admin')
  @Query(() => TokenConnection, { description: 'The tokens in reach of the caller, revoked ones included.' })
  async tokens(@Ctx() context: Context, @Args(() => PageArgs) page: PageArgs): Promise<Connection<Token>> {
    return toConnection(await listTokens(context, page));
  }

  @Authorized('admin')
  @Mutation(() => IssueTokenPayload, {
    description: 'Issues a token that reaches no further than the caller.',
  })
  issueToken(
    @Ctx() context: Context,
    @Arg('input', () => IssueTokenInput, { description: 'The token to issue.' }) input: IssueTokenInput,
  ): Promise<IssueTokenPayload> {
    return issueToken(context, withoutNulls(input));
  }

  @Authorized('admin')
  @Mutation(() => RevokeTokenPayload, { description: 'Revokes a token; it stops working within a second.' })
  async revokeToken(
    @Ctx() context: Context,
    @Arg('input', () => RevokeTokenInput, { description: 'The token to revoke.' }) input: RevokeTokenInput,
  ): Promise<RevokeTokenPayload> {
    return { token: await revokeToken(context, input) };
  }
}
