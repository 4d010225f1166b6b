import { DomainError } from '../../errors.js';
import type { Attribute } from './attribute.js';
import {
  canonicalText,
  isJsonObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
} from './attribute-document.js';
import { instantKey } from './date-time.js';
import { attributeNamed } from './resource-model.js';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const base64Url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$/;
const uriReference = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=\u00a0-\u{10ffff}]|%[0-9A-Fa-f]{2})+$/u;

/**
 * A value as the schema wants it: names of sub-attributes in their spelling, values that clients may
 * not write taken out, exact duplicates dropped. Undefined when nothing is left, since null, an empty
 * array and absence are one (RFC 7643 §2.5). Throws VALUE_INVALID or ATTRIBUTE_UNKNOWN.
 */
export function normaliseValue(attribute: Attribute, value: JsonValue, path: string): JsonValue | undefined {
  if (isUnassigned(value)) return undefined;
  if (!attribute.multiValued) return normaliseSingle(attribute, value, path);
  if (!Array.isArray(value)) throw invalid(path, `it must be an array, since ${path} is multi-valued.`);
  const elements = new Map<string, JsonValue>();
  for (const item of value as readonly JsonValue[]) {
    const element = isUnassigned(item) ? undefined : normaliseSingle(attribute, item, path);
    if (element === undefined) continue;
    const key = canonicalText(element);
    if (!elements.has(key)) elements.set(key, element);
  }
  return elements.size ? [...elements.values()] : undefined;
}

/** One value of an attribute, or one element of a multi-valued one. */
export function normaliseSingle(attribute: Attribute, value: JsonValue, path: string): JsonValue | undefined {
  if (attribute.type === 'complex') return normaliseComplex(attribute, value, path);
  const problem = problemOf(attribute, value);
  if (problem) throw invalid(path, problem);
  return value;
}

/** Whether a sub-attribute is computed from its sibling `value`, so that what clients send for it is dropped. */
export function isComputedReference(complex: Attribute, subAttribute: Attribute): boolean {
  return (
    subAttribute.name === '$ref' &&
    Boolean(complex.subAttributes?.some((sibling) => sibling.name === 'value'))
  );
}

function normaliseComplex(attribute: Attribute, value: JsonValue, path: string): JsonObject | undefined {
  if (!isJsonObject(value)) throw invalid(path, 'it must be an object.');
  const result: Record<string, JsonValue> = {};
  for (const [name, given] of Object.entries(value)) {
    const subAttribute = attributeNamed(attribute.subAttributes ?? [], name);
    if (!subAttribute) throw invalid(path, `it has no sub-attribute "${name}".`);
    if (subAttribute.mutability === 'readOnly' || isComputedReference(attribute, subAttribute)) continue;
    if (Object.hasOwn(result, subAttribute.name)) throw invalid(`${path}.${name}`, 'it is given twice.');
    const normalised = normaliseValue(subAttribute, given ?? null, `${path}.${subAttribute.name}`);
    if (normalised !== undefined) result[subAttribute.name] = normalised;
  }
  return Object.keys(result).length ? result : undefined;
}

function problemOf(attribute: Attribute, value: JsonValue): string | undefined {
  switch (attribute.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'it must be true or false.';
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'it must be an integer.';
    case 'decimal':
      return Number.isFinite(value) ? undefined : 'it must be a number.';
    default:
      return problemOfText(attribute, value);
  }
}

function problemOfText(attribute: Attribute, value: JsonValue): string | undefined {
  if (typeof value !== 'string') return 'it must be a string.';
  if (!isStorable(value)) return 'it holds U+0000 or half of a surrogate pair.';
  if (attribute.type === 'dateTime' && !instantKey(value)) {
    return 'it must be a date with a time, such as 2026-01-31T12:00:00Z.';
  }
  if (attribute.type === 'binary' && !base64.test(value) && !base64Url.test(value)) {
    return 'it must be base64.';
  }
  if (attribute.type === 'reference' && !uriReference.test(value)) return 'it must be a URI.';
  return undefined;
}

/** Whether PostgreSQL can hold a text: it knows neither U+0000 nor unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function invalid(path: string, reason: string): DomainError {
  return DomainError.of('VALUE_INVALID', { path, reason });
}
