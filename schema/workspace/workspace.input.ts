import { Field, InputType } from 'type-graphql';

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
