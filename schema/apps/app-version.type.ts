import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';

@ObjectType({ description: 'An unchangeable state of an app.' })
export class AppVersion {
  @Field(() => ID, { description: 'The id of the version.' })
  id!: string;

  @Field(() => ID, { description: 'The workspace that the version belongs to.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'The app that this is a version of.' })
  appId!: string;

  @Field(() => String, { description: 'Unique among the versions of the app.' })
  name!: string;

  @Field(() => GraphQLJSONObject, {
    description: 'What the version is made of, in the shape that createAppVersion takes; up to 16 MB.',
  })
  definition!: object;

  @Field(() => DateTimeISO, { description: 'When the version was created.' })
  createdAt!: string;
}

export const AppVersionConnection = connectionType(() => AppVersion, 'AppVersion');

@InputType({ description: 'A version of an app to create.' })
export class CreateAppVersionInput {
  @Field(() => ID, { description: 'The app that this is a version of.' })
  appId!: string;

  @Field(() => String, {
    description: '1 to 255 printable characters; unique among the versions of the app.',
  })
  name!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      'An object `{ formatVersion: 1, settings, pages, queries }`; a page is `{ id, name, handle, order, components }`, ' +
      'a component `{ id, name, type, parentId?, order, layout, properties }`, ' +
      'a query `{ id, name, kind: "sql" | "javascript" | "rest", dataSourceId?, source, options }`.',
  })
  definition!: object;
}

@ObjectType({ description: 'The version that was created.' })
export class AppVersionPayload {
  @Field(() => AppVersion, { description: 'The new version.' })
  appVersion!: AppVersion;
}
