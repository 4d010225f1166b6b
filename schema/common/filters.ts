import { type ClassType, Field, ID, InputType } from 'type-graphql';
import { DateTimeISO } from './date-time.js';

@InputType({ description: 'A condition on a text. All words that are given must hold.' })
export class StringFilter {
  @Field(() => String, { nullable: true, description: 'Is this text; null for having no value.' })
  eq?: string | null;

  @Field(() => String, { nullable: true, description: 'Is not this text; null for having a value.' })
  ne?: string | null;

  @Field(() => [String], { nullable: true, description: 'Is one of these texts, 1,000 at most.' })
  in?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Has this text in it.' })
  contains?: string | null;

  @Field(() => String, { nullable: true, description: 'Starts with this text.' })
  startsWith?: string | null;
}

@InputType({ description: 'A condition on an id. All words that are given must hold.' })
export class IdFilter {
  @Field(() => ID, { nullable: true, description: 'Is this id; null for having none.' })
  eq?: string | null;

  @Field(() => ID, { nullable: true, description: 'Is not this id; null for having one.' })
  ne?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Is one of these ids, 1,000 at most.' })
  in?: string[] | null;
}

@InputType({ description: 'A condition on a truth value.' })
export class BooleanFilter {
  @Field(() => Boolean, { description: 'Is this value.' })
  eq!: boolean;
}

@InputType({ description: 'A condition on a moment. All words that are given must hold.' })
export class DateTimeFilter {
  @Field(() => DateTimeISO, { nullable: true, description: 'Is this moment; null for having none.' })
  eq?: Date | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'Is not this moment; null for having one.',
  })
  ne?: Date | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Is after this moment.' })
  gt?: Date | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Is this moment or after it.' })
  gte?: Date | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Is before this moment.' })
  lt?: Date | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Is this moment or before it.' })
  lte?: Date | null;
}

/** A condition on a field of a closed set of words. */
export interface EnumFilter<Word extends string> {
  eq?: Word | null;
  ne?: Word | null;
  in?: Word[] | null;
}

/** Makes the `XFilter` input of an enum. */
export function enumFilter<Word extends string>(
  enumType: Record<string, Word>,
  name: string,
): ClassType<EnumFilter<Word>> {
  @InputType(`${name}Filter`, {
    description: `A condition on values of ${name}. All words that are given must hold.`,
  })
  class Filter implements EnumFilter<Word> {
    @Field(() => enumType, { nullable: true, description: 'Is this.' })
    eq?: Word | null;

    @Field(() => enumType, { nullable: true, description: 'Is not this.' })
    ne?: Word | null;

    @Field(() => [enumType], { nullable: true, description: 'Is one of these.' })
    in?: Word[] | null;
  }
  return Filter;
}
