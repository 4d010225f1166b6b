import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { enumOf } from '../common/enums.js';
import { AttributeEditInput } from './attribute-edit.input.js';
import { AttributeFilterInput } from './attribute-filter.input.js';

const directions = ['ASC', 'DESC'] as const;
type SortDirection = (typeof directions)[number];

export const SortDirectionEnum = enumOf(directions, {
  name: 'SortDirection',
  description: 'The direction of an order.',
  words: { ASC: 'Missing values come last.', DESC: 'Missing values come first.' },
});

@InputType({ description: 'Which attributes to give; without it, those that are returned by default.' })
export class ProjectionInput {
  @Field(() => [String], { nullable: true, description: 'These alone, and those that are always returned.' })
  attributes?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'All but these.' })
  excludedAttributes?: string[] | null;
}

@InputType({ description: 'An order by one attribute.' })
export class AttributeOrderInput {
  @Field(() => String, {
    description: 'The attribute; of a list, the primary element counts, else the first.',
  })
  attribute!: string;

  @Field(() => SortDirectionEnum, { nullable: true, description: 'ASC unless told.' })
  direction?: SortDirection | null;
}

@ArgsType()
export class ProvisionedResourceArgs {
  @Field(() => ID, { description: 'The workspace of the resource.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The name of the resource type, for example User.' })
  type!: string;

  @Field(() => ID, { description: 'The id of the resource.' })
  id!: string;

  @Field(() => ProjectionInput, { nullable: true, description: 'Which attributes to give.' })
  projection?: ProjectionInput | null;
}

@ArgsType()
export class ProvisionedResourcesArgs {
  @Field(() => ID, { description: 'The workspace of the resources.' })
  workspaceId!: string;

  @Field(() => String, { nullable: true, description: 'The name of a resource type; every type without it.' })
  type?: string | null;

  @Field(() => AttributeFilterInput, { nullable: true, description: 'Which resources.' })
  where?: AttributeFilterInput | null;

  @Field(() => AttributeOrderInput, {
    nullable: true,
    description: 'The order; by id without it, and among equals.',
  })
  orderBy?: AttributeOrderInput | null;

  @Field(() => Int, { nullable: true, description: 'How many resources to pass over.' })
  offset?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many resources to give, 1000 at most; 100 unless told.',
  })
  limit?: number | null;

  @Field(() => ProjectionInput, { nullable: true, description: 'Which attributes to give.' })
  projection?: ProjectionInput | null;
}

@InputType()
abstract class AnsweredInput {
  @Field(() => ID, { description: 'The workspace of the resource.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The name of the resource type, for example User.' })
  type!: string;

  @Field(() => ProjectionInput, { nullable: true, description: 'Which attributes to give.' })
  projection?: ProjectionInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Give no attributes, so that nothing is read for them.',
  })
  minimal?: boolean | null;
}

@InputType()
abstract class ConditionalInput extends AnsweredInput {
  @Field(() => ID, { description: 'The id of the resource.' })
  id!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'The versions that the caller has seen; * is any. Another version is VERSION_MISMATCH.',
  })
  ifMatch?: string[] | null;
}

@InputType({ description: 'A resource to create.' })
export class CreateProvisionedResourceInput extends AnsweredInput {
  @Field(() => GraphQLJSON, { description: 'The attributes, extensions under their URN.' })
  attributes!: JsonObject;
}

@InputType({ description: 'A resource to replace as a whole.' })
export class ReplaceProvisionedResourceInput extends ConditionalInput {
  @Field(() => GraphQLJSON, { description: 'All attributes; what is left out is cleared.' })
  attributes!: JsonObject;
}

@InputType({ description: 'A resource to edit.' })
export class EditProvisionedResourceInput extends ConditionalInput {
  @Field(() => [AttributeEditInput], { description: 'The edits in order; all of them happen, or none.' })
  edits!: AttributeEditInput[];
}

@InputType({ description: 'A resource to delete.' })
export class DeleteProvisionedResourceInput {
  @Field(() => ID, { description: 'The workspace of the resource.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The name of the resource type, for example User.' })
  type!: string;

  @Field(() => ID, { description: 'The id of the resource.' })
  id!: string;

  @Field(() => [String], { nullable: true, description: 'The versions that the caller has seen; * is any.' })
  ifMatch?: string[] | null;
}
