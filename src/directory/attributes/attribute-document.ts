/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/**
 * The attributes of one resource: names in the spelling of the schemas, extension attributes under
 * their URN, nothing unassigned, `id`, `meta` and `schemas` left out.
 */
export type AttributeDocument = JsonObject;

/** Whether a value is a JSON object rather than an array, a scalar or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value counts as unassigned (RFC 7643 §2.5). */
export function isUnassigned(value: JsonValue | undefined): value is null | undefined | readonly [] {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}

/** A text that two JSON values share exactly when they are equal, whatever the order of their members. */
export function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) =>
    isJsonObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}

/** A copy with one member set, or taken out when the value is undefined or an object without members. */
export function withMember(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  const { [name]: _, ...rest } = object;
  if (isUnassigned(value) || (isJsonObject(value) && Object.keys(value).length === 0)) return rest;
  return Object.hasOwn(object, name) ? { ...object, [name]: value } : { ...rest, [name]: value };
}
