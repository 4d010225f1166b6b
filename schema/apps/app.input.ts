import { GraphQLJSON } from 'graphql-scalars';
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

@InputType({ description: 'A version of an app to create.' })
export class CreateAppVersionInput {
  @Field(() => ID, { description: 'The app that this is a version of.' })
  appId!: string;

  @Field(() => String, {
    description: '1 to 255 printable characters; unique among the versions of the app.',
  })
  name!: string;

  @Field(() => GraphQLJSON, {
    description:
      'An object `{ formatVersion: 1, settings, pages, queries }`; a page is `{ id, name, handle, order, components }`, ' +
      'a component `{ id, name, type, parentId?, order, layout, properties }`, ' +
      'a query `{ id, name, kind: "sql" | "javascript" | "rest", dataSourceId?, source, options }`.',
  })
  definition!: unknown;
}
