import { Field, ID, InputType } from 'type-graphql';
import type { Role, UserStatus } from '../../src/directory/user.entity.js';
import { RoleEnum, UserStatusEnum } from './user.type.js';

@InputType({ description: 'A user to create.' })
export class CreateUserInput {
  @Field(() => ID, { description: 'The workspace of the user.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Unique in the workspace, whatever the letter case.' })
  userName!: string;

  @Field(() => String, { nullable: true, description: 'The name to show to people.' })
  displayName?: string | null;

  @Field(() => RoleEnum, { nullable: true, description: 'END_USER unless another is given.' })
  role?: Role | null;
}

@InputType({ description: 'Changes to a user. What is absent stays as it is.' })
export class UpdateUserInput {
  @Field(() => ID, { description: 'The user to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new user name; null counts as absent.' })
  userName?: string | null;

  @Field(() => String, { nullable: true, description: 'The name to show to people; null clears it.' })
  displayName?: string | null;

  @Field(() => RoleEnum, { nullable: true, description: 'The new role.' })
  role?: Role | null;

  @Field(() => UserStatusEnum, {
    nullable: true,
    description:
      'ARCHIVED takes every grant away and revokes the tokens bound to the user; ACTIVE restores the rest.',
  })
  status?: UserStatus | null;
}

@InputType({ description: 'A user to delete.' })
export class DeleteUserInput {
  @Field(() => ID, { description: 'The user to delete, with its memberships and tokens.' })
  id!: string;
}
