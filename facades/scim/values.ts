import type { Attribute } from '../../src/directory/attributes/attribute.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/directory/attributes/attribute-document.js';
import { attributeNamed } from '../../src/directory/attributes/resource-model.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import { badRequest } from './errors.js';

/**
 * A value in the form that the schema gives it, out of the forms that clients send: `"True"` for a boolean, one
 * value for a list and the other way round, an id for `{ "value": id }`. What fits no form is left as it is for
 * the domain to judge.
 */
export function toSchemaValue(
  attribute: Attribute,
  value: JsonValue,
  settings: ProvisioningSettings,
): JsonValue {
  if (value === null) return null;
  if (!attribute.multiValued) return toSingle(attribute, value, settings);
  if (!Array.isArray(value)) {
    return settings.flexibleValues ? toSchemaValue(attribute, [value], settings) : value;
  }
  return value
    .map((element) => toElement(attribute, element, settings))
    .filter((element) => element !== null);
}

function toSingle(attribute: Attribute, value: JsonValue, settings: ProvisioningSettings): JsonValue {
  const single =
    settings.flexibleValues && Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
  return single === null ? null : toElementValue(attribute, single, settings);
}

/**
 * One element of a list, without the nulls in it: an element is always whole. Providers send one with a null
 * `value` for a telephone that a user does not have: that is no element.
 */
export function toElement(attribute: Attribute, value: JsonValue, settings: ProvisioningSettings): JsonValue {
  const single = settings.flexibleValues && Array.isArray(value) && value.length === 1 ? value[0] : value;
  const element = toElementValue(attribute, single, settings);
  if (!isJsonObject(element)) return element;
  if (settings.flexibleValues && element.value === null) return null;
  const assigned = Object.entries(element).filter(([, part]) => part !== null);
  return assigned.length === 0 ? null : Object.fromEntries(assigned);
}

function toElementValue(attribute: Attribute, value: JsonValue, settings: ProvisioningSettings): JsonValue {
  if (attribute.type === 'boolean') return toBoolean(value, settings);
  if (attribute.type !== 'complex') return value;
  if (isJsonObject(value)) return toComplex(attribute, value, settings);
  const takesText = attributeNamed(attribute.subAttributes ?? [], 'value') !== undefined;
  if (typeof value !== 'string' || !takesText || !settings.flexibleValues) return value;
  return value === '' ? null : { value };
}

function toComplex(attribute: Attribute, value: JsonObject, settings: ProvisioningSettings): JsonValue {
  const parts = new Map<string, JsonValue>();
  for (const [key, part] of Object.entries(value)) {
    const sub = attributeNamed(attribute.subAttributes ?? [], key);
    if (!sub) {
      if (settings.unknownAttributes === 'refuse') throw unknownAttribute(`${attribute.name}.${key}`);
      continue;
    }
    if (parts.has(sub.name)) throw givenTwice(`${attribute.name}.${sub.name}`);
    parts.set(sub.name, toSchemaValue(sub, part ?? null, settings));
  }
  return Object.fromEntries(parts);
}

/** `"True"` and `"false"` in any letter case as booleans, where the workspace takes them for such. */
export function toBoolean(value: JsonValue, settings: ProvisioningSettings): JsonValue {
  if (typeof value !== 'string' || !settings.booleanStrings) return value;
  const lower = value.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : value;
}

export const unknownAttribute = (name: string) =>
  badRequest('invalidSyntax', `There is no attribute "${name}" in the schemas of this resource type.`);

export const givenTwice = (name: string) =>
  badRequest('invalidSyntax', `The attribute "${name}" is given twice.`);
