import { type RawBuilder, sql } from 'kysely';
import type { Attribute } from '../attributes/attribute.js';
import { textKey } from '../attributes/comparison-key.js';
import type { ComparisonOperator } from './attribute-filter.js';
import { compareKeys } from './compare-values.js';
import type { Literal } from './resolved-filter.js';

/** Where one value stands in the database, and how a literal becomes comparable with it. */
export type Place =
  | {
      readonly kind: 'text';
      readonly value: RawBuilder<unknown>;
      readonly key: (text: string, operator: ComparisonOperator) => string;
      /** Equality in the column's own type, when that is not text. */
      readonly equals?: (text: string) => RawBuilder<unknown>;
      /** Whether an index answers equality. */
      readonly isIndexed?: true;
    }
  /** A timestamp with milliseconds. */
  | { readonly kind: 'instant'; readonly value: RawBuilder<unknown> }
  | { readonly kind: 'boolean'; readonly value: RawBuilder<unknown> }
  /** A number or boolean inside a JSON document. */
  | { readonly kind: 'json'; readonly value: RawBuilder<unknown> }
  /** A JSON array of single values. */
  | { readonly kind: 'list'; readonly value: RawBuilder<unknown>; readonly attribute: Attribute }
  /** The same value for every resource of the type. */
  | { readonly kind: 'constant'; readonly value: string; readonly key: (text: string) => string };

/** The place of an attribute inside a JSON object of search keys. */
export function jsonPlace(object: RawBuilder<unknown>, attribute: Attribute): Place {
  if (attribute.multiValued)
    return { kind: 'list', value: sql`${object} -> ${sql.lit(attribute.name)}`, attribute };
  if (['boolean', 'integer', 'decimal'].includes(attribute.type)) {
    return { kind: 'json', value: sql`(${object} -> ${sql.lit(attribute.name)})` };
  }
  return {
    kind: 'text',
    value: sql`(${object} ->> ${sql.lit(attribute.name)})`,
    key: literalTextKey(attribute),
  };
}

/** The place of one element of a JSON array of single values. */
function elementPlace(attribute: Attribute): Place {
  if (['boolean', 'integer', 'decimal'].includes(attribute.type))
    return { kind: 'json', value: sql`item.value` };
  return { kind: 'text', value: sql`(item.value #>> '{}')`, key: literalTextKey(attribute) };
}

/** A comparison with the value at a place; null when there is no value. `NE` is left to the caller. */
export function comparePlace(
  place: Place,
  operator: ComparisonOperator,
  literal: Literal,
): RawBuilder<unknown> {
  switch (place.kind) {
    case 'text':
      return compareText(place, operator, String(literal));
    case 'instant':
      return compareInstant(place.value, operator, String(literal));
    case 'boolean':
      return sql`${place.value} = ${literal === true}`;
    case 'json':
      return sql`(jsonb_typeof(${place.value}) = ${sql.lit(typeof literal)}
        and ${place.value} ${operatorSign(operator)} ${JSON.stringify(literal)}::jsonb)`;
    case 'list':
      return someItem(place, (item) => comparePlace(item, operator, literal));
    case 'constant':
      return sql.lit(compareKeys(operator, place.value, place.key(String(literal))));
  }
}

/** Whether there is a value at a place: an empty text is none (RFC 7644 §3.4.2.2, `pr`). */
export function placePresent(place: Place): RawBuilder<unknown> {
  switch (place.kind) {
    case 'text':
      return sql`${place.value} <> ''`;
    case 'list':
      return someItem(place, placePresent);
    case 'constant':
      return sql.lit(place.value !== '');
    default:
      return sql`${place.value} is not null`;
  }
}

/** Whether some element of a JSON array meets a test. */
export function someItem(
  place: Extract<Place, { kind: 'list' }>,
  test: (item: Place) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`exists (select from jsonb_array_elements(${arrayOf(place.value)}) as item(value)
    where ${test(elementPlace(place.attribute))})`;
}

/** A JSON value when it is an array: an operator may have made an attribute multi-valued after the fact. */
export function arrayOf(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when jsonb_typeof(${value}) = 'array' then ${value} end`;
}

function compareText(
  place: Extract<Place, { kind: 'text' }>,
  operator: ComparisonOperator,
  literal: string,
): RawBuilder<unknown> {
  const key = place.key(literal, operator);
  switch (operator) {
    case 'CO':
      return sql`strpos(${place.value}, ${key}) > 0`;
    case 'SW':
      return sql`starts_with(${place.value}, ${key})`;
    case 'EW':
      return sql`right(${place.value}, length(${key}::text)) = ${key}`;
    case 'EQ':
    case 'NE':
      return place.equals?.(literal) ?? sql`${place.value} = ${key}`;
    default:
      return sql`${place.value} collate "C" ${operatorSign(operator)} ${key}`;
  }
}

/**
 * Columns hold milliseconds and literals nanoseconds: a literal between two milliseconds equals none of
 * them, and is after the lower one.
 */
function compareInstant(
  value: RawBuilder<unknown>,
  operator: ComparisonOperator,
  key: string,
): RawBuilder<unknown> {
  const milliseconds = `${key.slice(0, 23)}Z`;
  const isExact = /^0{6}Z$/.test(key.slice(23));
  if (isExact) return sql`${value} ${operatorSign(operator)} ${milliseconds}::timestamptz`;
  if (operator === 'EQ' || operator === 'NE') return sql`(${value} is null and false)`;
  const isAfter = operator === 'GT' || operator === 'GE';
  return sql`${value} ${isAfter ? sql`>` : sql`<=`} ${milliseconds}::timestamptz`;
}

function operatorSign(operator: ComparisonOperator): RawBuilder<unknown> {
  const signs: Readonly<Partial<Record<ComparisonOperator, RawBuilder<unknown>>>> = {
    EQ: sql`=`,
    NE: sql`=`,
    GT: sql`>`,
    GE: sql`>=`,
    LT: sql`<`,
    LE: sql`<=`,
  };
  return signs[operator] ?? sql`=`;
}

/** Instants are keys already; texts are folded as the stored ones were. */
function literalTextKey(attribute: Attribute): (text: string) => string {
  return attribute.type === 'dateTime' ? (text) => text : (text) => textKey(attribute, text);
}
