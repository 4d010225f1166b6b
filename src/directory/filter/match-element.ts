import type { Attribute } from '../attributes/attribute.js';
import { isJsonObject, type JsonValue } from '../attributes/attribute-document.js';
import { textKey } from '../attributes/comparison-key.js';
import { instantKey } from '../attributes/date-time.js';
import { compareKeys } from './compare-values.js';
import type { Literal, ResolvedComparison, ResolvedFilter } from './resolved-filter.js';

/** Whether one element of a complex attribute meets a filter on its sub-attributes. */
export function matchElement(filter: ResolvedFilter, element: JsonValue): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matchElement(part, element));
    case 'or':
      return filter.filters.some((part) => matchElement(part, element));
    case 'not':
      return !matchElement(filter.filter, element);
    case 'present':
      return isPresent(subValue(filter.path.subAttribute, element));
    case 'compare':
      return matchComparison(filter, element);
    case 'constant':
      return filter.value;
    case 'element':
    case 'extension':
      return false;
  }
}

/** What a stored value is compared by, given its attribute. */
export function comparisonKey(attribute: Attribute, value: Literal): Literal {
  if (typeof value !== 'string') return value;
  if (attribute.type === 'dateTime') return instantKey(value) ?? value;
  return textKey(attribute, value);
}

/** The key of a literal: instants already are keys, texts are folded unless case counts. */
function literalKey(attribute: Attribute, literal: Literal): Literal {
  return typeof literal === 'string' && attribute.type !== 'dateTime' ? textKey(attribute, literal) : literal;
}

function matchComparison({ path, operator, literal }: ResolvedComparison, element: JsonValue): boolean {
  const attribute = path.subAttribute ?? path.attribute;
  const value = subValue(path.subAttribute, element);
  const values = valuesOf(attribute, value);
  return values.some((item) =>
    item === undefined || item === null || typeof item === 'object'
      ? operator === 'NE'
      : compareKeys(operator, comparisonKey(attribute, item), literalKey(attribute, literal)),
  );
}

/** The values that a comparison looks at: one, perhaps missing, or those of a list, perhaps none. */
function valuesOf(attribute: Attribute, value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  if (!attribute.multiValued) return [value];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function subValue(subAttribute: Attribute | undefined, element: JsonValue): JsonValue | undefined {
  if (!subAttribute) return element;
  return isJsonObject(element) ? element[subAttribute.name] : undefined;
}

function isPresent(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(isPresent);
  return value !== undefined && value !== null && value !== '';
}
