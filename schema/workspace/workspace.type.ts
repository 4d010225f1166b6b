import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';

@ObjectType({ description: 'The tenant: everything but the licence belongs to exactly one.' })
export class Workspace {
  @Field(() => ID, { description: 'The id of the workspace.' })
  id!: string;

  @Field(() => String, { description: 'The name to show to people.' })
  name!: string;

  @Field(() => DateTimeISO, { description: 'When the workspace was created.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the workspace last changed.' })
  updatedAt!: string;
}

export const WorkspaceConnection = connectionType(() => Workspace, 'Workspace');
