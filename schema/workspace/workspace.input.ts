import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A workspace to create.' })
export class CreateWorkspaceInput {
  @Field(() => String, { description: '1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The user name of its first admin; external creates are refused while there is none.',
  })
  adminUserName?: string | null;
}

@InputType({ description: 'Changes to a workspace. What is absent or null stays as it is.' })
export class UpdateWorkspaceInput {
  @Field(() => ID, { description: 'The workspace to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new name: 1 to 255 printable characters.' })
  name?: string | null;
}

@InputType({ description: 'A workspace to delete, with everything in it but its audit trail.' })
export class DeleteWorkspaceInput {
  @Field(() => ID, { description: 'The workspace to delete.' })
  id!: string;

  @Field(() => String, { description: 'Its name once more, since nothing brings it back.' })
  name!: string;
}
