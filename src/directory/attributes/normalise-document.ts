import { DomainError } from '../../errors.js';
import type { Attribute } from './attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
} from './attribute-document.js';
import { normaliseValue } from './normalise-value.js';
import { attributeNamed, coreAttributes, type ResourceTypeModel } from './resource-model.js';

/**
 * The document of a resource that a client sends whole. What clients may not write is dropped; names
 * that no schema knows are refused. Throws ATTRIBUTE_UNKNOWN or VALUE_INVALID.
 */
export function normaliseDocument(model: ResourceTypeModel, input: JsonObject): AttributeDocument {
  const result: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(input)) {
    const extension = model.extensions.find(({ schema }) => schema.id.toLowerCase() === name.toLowerCase());
    const key = extension?.schema.id ?? attributeNamed(coreAttributes(model), name)?.name ?? name;
    if (Object.hasOwn(result, key))
      throw DomainError.of('VALUE_INVALID', { path: key, reason: 'it is given twice.' });
    const normalised = extension
      ? normaliseExtension(model, extension.schema.id, extension.schema.attributes, value ?? null)
      : normaliseNamed(model, coreAttributes(model), name, value ?? null, '');
    if (normalised !== undefined) result[key] = normalised;
  }
  return result;
}

function normaliseExtension(
  model: ResourceTypeModel,
  urn: string,
  attributes: readonly Attribute[],
  value: JsonValue,
): JsonObject | undefined {
  if (isUnassigned(value)) return undefined;
  if (!isJsonObject(value))
    throw DomainError.of('VALUE_INVALID', { path: urn, reason: 'it must be an object.' });
  const result: Record<string, JsonValue> = {};
  for (const [name, given] of Object.entries(value)) {
    const key = attributeNamed(attributes, name)?.name ?? name;
    if (Object.hasOwn(result, key)) {
      throw DomainError.of('VALUE_INVALID', { path: `${urn}:${key}`, reason: 'it is given twice.' });
    }
    const normalised = normaliseNamed(model, attributes, name, given ?? null, `${urn}:`);
    if (normalised !== undefined) result[key] = normalised;
  }
  return Object.keys(result).length ? result : undefined;
}

function normaliseNamed(
  model: ResourceTypeModel,
  attributes: readonly Attribute[],
  name: string,
  value: JsonValue,
  prefix: string,
): JsonValue | undefined {
  const attribute = attributeNamed(attributes, name);
  if (!attribute)
    throw DomainError.of('ATTRIBUTE_UNKNOWN', { path: `${prefix}${name}`, type: model.type.name });
  if (attribute.mutability === 'readOnly') return undefined;
  return normaliseValue(attribute, value, `${prefix}${attribute.name}`);
}
