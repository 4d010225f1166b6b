import { Authorized, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context, TokenKind } from '../../src/context.js';
import { TokenKindEnum } from './token.type.js';

@ObjectType({ description: 'The token that the request came with.' })
class Viewer {
  @Field(() => ID, { nullable: true, description: 'The id of the token; null for one of the environment.' })
  tokenId!: string | null;

  @Field(() => String, { description: 'The name that the audit trail shows.' })
  tokenName!: string;

  @Field(() => TokenKindEnum, { description: 'Which door the token opens.' })
  kind!: TokenKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The workspace that the token reaches; null for the whole instance.',
  })
  workspaceId!: string | null;
}

@Resolver()
export class ViewerResolver {
  @Authorized('admin')
  @Query(() => Viewer, { description: 'Who is asking, and what it may reach.' })
  viewer(@Ctx() context: Context): Viewer {
    return context.principal;
  }
}
