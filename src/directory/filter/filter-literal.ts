import { DomainError } from '../../errors.js';
import type { Attribute } from '../attributes/attribute.js';
import type { JsonValue } from '../attributes/attribute-document.js';
import { instantKey } from '../attributes/date-time.js';
import { isStorable } from '../attributes/normalise-value.js';
import type { ComparisonOperator } from './attribute-filter.js';
import type { Literal } from './resolved-filter.js';

const equality: readonly ComparisonOperator[] = ['EQ', 'NE'];
const textual: readonly ComparisonOperator[] = ['CO', 'SW', 'EW'];
const ordering: readonly ComparisonOperator[] = ['GT', 'GE', 'LT', 'LE'];

const operatorsOf: Readonly<Record<Exclude<Attribute['type'], 'complex'>, readonly ComparisonOperator[]>> = {
  string: [...equality, ...textual, ...ordering],
  reference: [...equality, ...textual, ...ordering],
  binary: [...equality, ...textual],
  boolean: equality,
  integer: [...equality, ...ordering],
  decimal: [...equality, ...ordering],
  dateTime: [...equality, ...ordering],
};

/** A literal checked against the type of its attribute and the operator. Throws FILTER_INVALID. */
export function typedLiteral(
  attribute: Attribute,
  name: string,
  operator: ComparisonOperator,
  value: JsonValue,
): Literal {
  const { type } = attribute;
  if (type === 'complex' || !operatorsOf[type].includes(operator)) {
    throw invalid(`${operator.toLowerCase()} does not apply to "${name}", which is of type ${type}.`);
  }
  switch (type) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw invalid(`"${name}" is compared with true or false, without quotes.`);
    case 'integer':
    case 'decimal':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw invalid(`"${name}" is compared with a number, without quotes.`);
    case 'dateTime':
      return instantLiteral(name, value);
    default:
      if (typeof value !== 'string') throw invalid(`"${name}" is compared with a text in quotes.`);
      if (isStorable(value)) return value;
      throw invalid(
        `the text compared with "${name}" holds U+0000 or half of a surrogate pair, which no value can.`,
      );
  }
}

function instantLiteral(name: string, value: JsonValue): string {
  const instant = typeof value === 'string' ? instantKey(value) : undefined;
  if (instant) return instant;
  throw invalid(`"${name}" is compared with a date and a time in quotes, such as "2026-01-31T12:00:00Z".`);
}

function invalid(reason: string): DomainError {
  return DomainError.of('FILTER_INVALID', { reason });
}
