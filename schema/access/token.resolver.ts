import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Info,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { getToken } from '../../src/access/get-token.js';
import { issueToken } from '../../src/access/issue-token.js';
import { listTokens } from '../../src/access/list-tokens.js';
import { revokeToken } from '../../src/access/revoke-token.js';
import { rotateToken } from '../../src/access/rotate-token.js';
import type { TokenRecord } from '../../src/access/token-record.js';
import type { Context } from '../../src/context.js';
import { getUsers } from '../../src/directory/get-users.js';
import { getWorkspaces } from '../../src/workspace/get-workspaces.js';
import { batched } from '../common/batch.js';
import { type Connection, toConnection } from '../common/connection.js';
import { toListInput, withNeeds } from '../common/list.js';
import { requestedFields } from '../common/requested-fields.js';
import { withoutNulls } from '../common/without-nulls.js';
import { User } from '../directory/user.type.js';
import { userNeeds } from '../directory/user-needs.js';
import { Workspace } from '../workspace/workspace.type.js';
import { TokenListArgs } from './token.args.js';
import {
  IssueTokenInput,
  IssueTokenPayload,
  RevokeTokenInput,
  RevokeTokenPayload,
  RotateTokenInput,
  RotateTokenPayload,
  Token,
  TokenConnection,
} from './token.type.js';

@Resolver(() => Token)
export class TokenResolver {
  @Authorized('admin')
  @Query(() => Token, { nullable: true, description: 'The token of an id, or null.' })
  token(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the token.' }) id: string,
  ): Promise<Token | null> {
    return getToken(context, { id, fields: tokenFieldsOf(info) });
  }

  @Authorized('admin')
  @Query(() => TokenConnection, {
    description: 'The tokens within reach of the caller, revoked ones included.',
  })
  async tokens(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Args(() => TokenListArgs) args: TokenListArgs,
  ): Promise<Connection<Token>> {
    return toConnection(await listTokens(context, toListInput(args, info)));
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
  @Mutation(() => RotateTokenPayload, {
    description: 'Replaces a token by a new one of the same kind, name and binding.',
  })
  rotateToken(
    @Ctx() context: Context,
    @Arg('input', () => RotateTokenInput, { description: 'The token to rotate.' }) input: RotateTokenInput,
  ): Promise<RotateTokenPayload> {
    return rotateToken(context, withoutNulls(input));
  }

  @Authorized('admin')
  @Mutation(() => RevokeTokenPayload, { description: 'Revokes a token; it stops working within a second.' })
  async revokeToken(
    @Ctx() context: Context,
    @Arg('input', () => RevokeTokenInput, { description: 'The token to revoke.' }) input: RevokeTokenInput,
  ): Promise<RevokeTokenPayload> {
    return { token: await revokeToken(context, input) };
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it is bound to; null for the whole instance.',
  })
  async workspace(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() token: TokenRecord,
  ): Promise<Workspace | null> {
    return token.workspaceId === null
      ? null
      : ((await batched(context, info, token.workspaceId, (ids) =>
          getWorkspaces(context, ids, requestedFields(info)),
        )) ?? null);
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user it is bound to, if any.' })
  async user(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() token: TokenRecord,
  ): Promise<User | null> {
    return token.userId === null
      ? null
      : ((await batched(context, info, token.userId, (ids) =>
          getUsers(context, ids, withNeeds(requestedFields(info), userNeeds)),
        )) ?? null);
  }
}

function tokenFieldsOf(info: GraphQLResolveInfo): ReadonlySet<string> {
  return new Set([...requestedFields(info), 'workspaceId', 'userId']);
}
