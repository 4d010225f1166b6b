import {
  Arg,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Context } from '../../src/context.js';
import { createUser } from '../../src/directory/create-user.js';
import { deleteUser } from '../../src/directory/delete-user.js';
import { effectivePermissions } from '../../src/directory/effective-permissions.js';
import { getUser } from '../../src/directory/get-user.js';
import { updateUser } from '../../src/directory/update-user.js';
import type { UserRecord } from '../../src/directory/user-record.js';
import { withoutNulls } from '../common/without-nulls.js';
import { CreateUserInput, DeleteUserInput, UpdateUserInput } from './user.input.js';
import { EffectivePermissions, User } from './user.type.js';

@ObjectType({ description: 'The user that was created, changed or deleted.' })
class UserPayload {
  @Field(() => User, { description: 'The user as it is now, or as it was before it was deleted.' })
  user!: User;
}

@Resolver(() => User)
export class UserResolver {
  @Authorized('admin')
  @Query(() => User, { nullable: true, description: 'The user of an id, or null.' })
  user(
    @Ctx() context: Context,
    @Arg('id', () => ID, { description: 'The id of the user.' }) id: string,
  ): Promise<User | null> {
    return getUser(context, { id });
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Creates an active user.' })
  async createUser(
    @Ctx() context: Context,
    @Arg('input', () => CreateUserInput, { description: 'The user to create.' }) input: CreateUserInput,
  ): Promise<UserPayload> {
    return { user: await createUser(context, withoutNulls(input)) };
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Changes a user.' })
  async updateUser(
    @Ctx() context: Context,
    @Arg('input', () => UpdateUserInput, { description: 'What to change.' }) input: UpdateUserInput,
  ): Promise<UserPayload> {
    const { displayName } = input;
    const user = await updateUser(context, { ...withoutNulls(input), displayName });
    return { user };
  }

  @Authorized('admin')
  @Mutation(() => UserPayload, { description: 'Deletes a user with its memberships and tokens.' })
  async deleteUser(
    @Ctx() context: Context,
    @Arg('input', () => DeleteUserInput, { description: 'The user to delete.' }) input: DeleteUserInput,
  ): Promise<UserPayload> {
    return { user: await deleteUser(context, input) };
  }

  @FieldResolver(() => EffectivePermissions, {
    description: 'What the user may do, and by which group or rule.',
  })
  effectivePermissions(@Ctx() context: Context, @Root() user: UserRecord): Promise<EffectivePermissions> {
    return effectivePermissions(context, user);
  }
}
