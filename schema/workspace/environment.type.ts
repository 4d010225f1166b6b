import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stage that apps are promoted through.' })
export class Environment {
  @Field(() => ID, { description: 'The id of the environment.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the environment belongs to.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Unique in the workspace.' })
  name!: string;

  @Field(() => Int, { description: 'Its place in the order of promotion, from 0.' })
  position!: number;

  @Field(() => Boolean, {
    description:
      'True for development, staging and production, which every workspace keeps; rules name these alone.',
  })
  builtIn!: boolean;
}

@InputType({ description: 'An environment to create.' })
export class CreateEnvironmentInput {
  @Field(() => ID, { description: 'The workspace of the environment.' })
  workspaceId!: string;

  @Field(() => String, {
    description: '1 to 255 printable characters; unique in the workspace, and not `released`.',
  })
  name!: string;
}

@InputType({ description: 'Changes to an environment. What is absent or null stays as it is.' })
export class UpdateEnvironmentInput {
  @Field(() => ID, { description: 'The environment to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new name; those that are built in keep theirs.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The new place in the order of promotion, from 0; the others make room.',
  })
  position?: number | null;
}

@InputType({ description: 'An environment to delete.' })
export class DeleteEnvironmentInput {
  @Field(() => ID, { description: 'The environment to delete; those that are built in stay.' })
  id!: string;
}

@ObjectType({ description: 'The environment that was created, changed or deleted.' })
export class EnvironmentPayload {
  @Field(() => Environment, {
    description: 'The environment as it is now, or as it was before it was deleted.',
  })
  environment!: Environment;
}
