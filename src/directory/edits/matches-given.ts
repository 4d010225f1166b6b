import { isJsonObject, isUnassigned, type JsonValue, sameJson } from '../attributes/attribute-document.js';

/**
 * Whether an element is the one that a removal describes: every sub-attribute the description names,
 * `display` and `$ref` apart, has the same value. Providers send `{ "value": "id" }` with or without more.
 */
export function matchesGiven(element: JsonValue, given: JsonValue): boolean {
  if (!isJsonObject(given)) {
    return sameJson(isJsonObject(element) ? element.value : element, given);
  }
  const named = Object.entries(given).filter(
    ([name, value]) => !['display', '$ref'].includes(name) && !isUnassigned(value),
  );
  return (
    named.length > 0 &&
    isJsonObject(element) &&
    named.every(([name, value]) => sameJson(element[name], value))
  );
}

/** Whether a single value is described by what a removal gives. */
export function holdsGiven(current: JsonValue | undefined, given: JsonValue | undefined): boolean {
  if (current === undefined || given === undefined) return false;
  const candidates = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  return candidates.some((candidate) => matchesGiven(current, candidate));
}
