import { GraphQLJSON } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import type { JsonValue } from '../../src/directory/attributes/attribute-document.js';
import type { EditOperation } from '../../src/directory/edits/attribute-edit.js';
import { enumOf } from '../common/enums.js';
import { AttributeFilterInput } from './attribute-filter.input.js';

const operations = ['ADD', 'REMOVE', 'REPLACE'] as const satisfies readonly EditOperation[];

export const EditOperationEnum = enumOf(operations, {
  name: 'EditOperation',
  description: 'What an edit does (RFC 7644 §3.5.2).',
  words: {
    ADD: 'Sets a single value, adds to a list, or merges into a complex value.',
    REMOVE: 'Takes the value away, or the elements that are named.',
    REPLACE: 'Puts the value in the place of what is there; complex values are merged.',
  },
});

@InputType({ description: 'One edit of one attribute.' })
export class AttributeEditInput {
  @Field(() => EditOperationEnum, { description: 'What to do.' })
  operation!: EditOperation;

  @Field(() => String, {
    nullable: true,
    description: 'The attribute in any letter case, or the URN of an extension for all of its attributes.',
  })
  attribute?: string | null;

  @Field(() => AttributeFilterInput, {
    nullable: true,
    description: 'Restricts the edit to the matching elements of a multi-valued attribute.',
  })
  where?: AttributeFilterInput | null;

  @Field(() => String, { nullable: true, description: 'Restricts the edit to one sub-attribute.' })
  subAttribute?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value; a removal with a value takes away the listed elements alone.',
  })
  value?: JsonValue;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The edit came without a path: an attribute that clients may not write is passed over.',
  })
  fromPathless?: boolean | null;
}
