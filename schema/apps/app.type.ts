import { Field, ID, ObjectType } from 'type-graphql';
import { type AppKind, appKinds } from '../../src/apps/app.entity.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';

export const AppKindEnum = enumOf(appKinds, {
  name: 'AppKind',
  description: 'What an app is.',
  words: {
    app: 'An app with pages.',
    workflow: 'A workflow, which granular rules address as a type of its own.',
  },
});

@ObjectType({ description: 'An app or workflow of a workspace.' })
export class App {
  @Field(() => ID, { description: 'The id of the app.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the app belongs to.' })
  workspaceId!: string;

  @Field(() => AppKindEnum, { description: 'What the app is.' })
  kind!: AppKind;

  @Field(() => String, { description: 'Unique in the workspace among those of its kind.' })
  name!: string;

  @Field(() => String, { description: 'Names the directory of the app in Git; fixed at creation.' })
  slug!: string;

  @Field(() => DateTimeISO, { description: 'When the app was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the app last changed.' })
  updatedAt!: string;
}

export const AppConnection = connectionType(() => App, 'App');
