import { GraphQLJSON } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import type { JsonValue } from '../../src/directory/attributes/attribute-document.js';
import type { ComparisonOperator } from '../../src/directory/filter/attribute-filter.js';
import { enumOf } from '../common/enums.js';

const operators = [
  'EQ',
  'NE',
  'CO',
  'SW',
  'EW',
  'GT',
  'GE',
  'LT',
  'LE',
] as const satisfies readonly ComparisonOperator[];

export const ComparisonOperatorEnum = enumOf(operators, {
  name: 'ComparisonOperator',
  description: 'How an attribute is compared (RFC 7644 §3.4.2.2).',
  words: {
    EQ: 'Equal.',
    NE: 'Not equal; a missing value is unequal to everything.',
    CO: 'Contains.',
    SW: 'Starts with.',
    EW: 'Ends with.',
    GT: 'Greater than.',
    GE: 'Greater than or equal.',
    LT: 'Less than.',
    LE: 'Less than or equal.',
  },
});

@InputType({ description: 'One comparison of an attribute with a literal.' })
export class AttributeComparisonInput {
  @Field(() => String, {
    description:
      'The attribute in any letter case: userName, emails.value, or qualified by the URN of its schema.',
  })
  attribute!: string;

  @Field(() => ComparisonOperatorEnum, { description: 'How to compare.' })
  operator!: ComparisonOperator;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'A text, number or boolean; null means not present.',
  })
  value?: JsonValue;
}

@InputType({ description: 'A condition that one and the same element of a multi-valued attribute meets.' })
export class AttributeElementInput {
  @Field(() => String, { description: 'The attribute, for example emails.' })
  attribute!: string;

  @Field(() => AttributeFilterInput, { description: 'The condition on its sub-attributes, named alone.' })
  where!: AttributeFilterInput;
}

@InputType({ description: 'A filter on attributes; exactly one field is set.' })
export class AttributeFilterInput {
  @Field(() => [AttributeFilterInput], { nullable: true, description: 'All of these hold.' })
  and?: AttributeFilterInput[] | null;

  @Field(() => [AttributeFilterInput], { nullable: true, description: 'At least one of these holds.' })
  or?: AttributeFilterInput[] | null;

  @Field(() => AttributeFilterInput, { nullable: true, description: 'This does not hold.' })
  not?: AttributeFilterInput | null;

  @Field(() => AttributeComparisonInput, { nullable: true, description: 'This comparison holds.' })
  compare?: AttributeComparisonInput | null;

  @Field(() => String, { nullable: true, description: 'This attribute has a value that is not empty.' })
  present?: string | null;

  @Field(() => AttributeElementInput, { nullable: true, description: 'Some element meets a condition.' })
  element?: AttributeElementInput | null;
}
