import type { ComparisonOperator } from './attribute-filter.js';
import type { Literal } from './resolved-filter.js';

/** Applies an operator to two keys of one type; texts are ordered by code point. */
export function compareKeys(operator: ComparisonOperator, actual: Literal, literal: Literal): boolean {
  switch (operator) {
    case 'EQ':
      return actual === literal;
    case 'NE':
      return actual !== literal;
    case 'CO':
      return String(actual).includes(String(literal));
    case 'SW':
      return String(actual).startsWith(String(literal));
    case 'EW':
      return String(actual).endsWith(String(literal));
    case 'GT':
      return order(actual, literal) > 0;
    case 'GE':
      return order(actual, literal) >= 0;
    case 'LT':
      return order(actual, literal) < 0;
    case 'LE':
      return order(actual, literal) <= 0;
  }
}

function order(left: Literal, right: Literal): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return Number(left) - Number(right);
}
