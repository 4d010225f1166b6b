import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../common/connection.js';

@ObjectType({ description: 'The tenant: everything but the licence belongs to exactly one.' })
export class Workspace {
  @Field(() => ID, { description: 'The id of the workspace.' })
  id!: string;

  @Field(() => String, { description: 'The name to show to people.' })
  name!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the workspace was created.' })
  createdAt!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the workspace last changed.' })
  updatedAt!: string;
}

export const WorkspaceConnection = connectionType(() => Workspace, 'Workspace');
