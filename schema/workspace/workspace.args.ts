import { ArgsType, Field, InputType } from 'type-graphql';
import type { OrderInput } from '../../src/database/order.js';
import type { WorkspaceOrderField } from '../../src/workspace/list-workspaces.js';
import { PageArgs } from '../common/connection.js';
import { DateTimeFilter, IdFilter, StringFilter } from '../common/filters.js';
import { orderInput } from '../common/order.js';

export const WorkspaceOrder = orderInput('Workspace', {
  createdAt: 'By the time of creation.',
  updatedAt: 'By the time of the last change.',
  name: 'By name.',
});

@InputType({ description: 'A condition on workspaces. All fields that are given must hold.' })
export class WorkspaceWhere {
  @Field(() => IdFilter, { nullable: true, description: 'The id of the workspace.' })
  id?: IdFilter | null;

  @Field(() => StringFilter, { nullable: true, description: 'The name.' })
  name?: StringFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeFilter | null;

  @Field(() => DateTimeFilter, { nullable: true, description: 'When it last changed.' })
  updatedAt?: DateTimeFilter | null;

  @Field(() => [WorkspaceWhere], { nullable: true, description: 'All of these hold.' })
  and?: WorkspaceWhere[] | null;

  @Field(() => [WorkspaceWhere], { nullable: true, description: 'At least one of these holds.' })
  or?: WorkspaceWhere[] | null;

  @Field(() => WorkspaceWhere, { nullable: true, description: 'This does not hold.' })
  not?: WorkspaceWhere | null;
}

@ArgsType()
export class WorkspaceListArgs extends PageArgs {
  @Field(() => WorkspaceWhere, { nullable: true, description: 'Only workspaces that satisfy this.' })
  where?: WorkspaceWhere | null;

  @Field(() => WorkspaceOrder, {
    nullable: true,
    description: 'The order of the list; oldest first unless told.',
  })
  orderBy?: OrderInput<WorkspaceOrderField> | null;
}
