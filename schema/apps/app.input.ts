import { Field, ID, InputType } from 'type-graphql';
import type { AppKind } from '../../src/apps/app.entity.js';
import { AppKindEnum } from './app.type.js';

@InputType({ description: 'An app or workflow to create.' })
export class CreateAppInput {
  @Field(() => ID, { description: 'The workspace of the app.' })
  workspaceId!: string;

  @Field(() => String, { description: '1 to 255 printable characters; unique among those of its kind.' })
  name!: string;

  @Field(() => AppKindEnum, { nullable: true, description: 'APP unless another is given.' })
  kind?: AppKind | null;
}

@InputType({ description: 'An app to delete.' })
export class DeleteAppInput {
  @Field(() => ID, { description: 'The app to delete, with its versions; rules that name only it go too.' })
  id!: string;
}

@InputType({
  description: 'Changes to an app. What is absent or null stays as it is; kind and slug never change.',
})
export class UpdateAppInput {
  @Field(() => ID, { description: 'The app to change.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new name.' })
  name?: string | null;
}
