import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { OrderDirectionEnum } from '../common/order.js';
import { AttributeEditInput } from './attribute-edit.input.js';
import { AttributeFilterInput } from './attribute-filter.input.js';

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

  @Field(() => OrderDirectionEnum, {
    defaultValue: 'asc',
    description: 'Which end comes first; a missing value counts as the largest.',
  })
  direction!: 'asc' | 'desc';
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

  @Field(() => Int, { nullable: true, description: 'How many to give, 1,000 at most; 50 unless told.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many to pass over, for callers that page by index; not together with `after`.',
  })
  offset?: number | null;

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
  @Field(() => GraphQLJSONObject, { description: 'The attributes, extensions under their URN.' })
  attributes!: JsonObject;
}

@InputType({ description: 'A resource to replace as a whole.' })
export class ReplaceProvisionedResourceInput extends ConditionalInput {
  @Field(() => GraphQLJSONObject, { description: 'All attributes; what is left out is cleared.' })
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
