import type { Attribute } from '../attributes/attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../attributes/attribute-document.js';
import { coreAttributes, type ResourceTypeModel } from '../attributes/resource-model.js';
import { comparisonKey } from './match-element.js';

/**
 * The form of a document that filters and sorting read: the same shape, each value as the key it is
 * compared by, and nothing that is never returned. It is stored beside the document, so that the
 * database compares what the program folded and needs no rules about letter case of its own.
 */
export function searchDocument(model: ResourceTypeModel, document: AttributeDocument): JsonObject {
  const result: Record<string, JsonValue | undefined> = { ...searchObject(coreAttributes(model), document) };
  for (const { schema } of model.extensions) {
    const extension = document[schema.id];
    const found = isJsonObject(extension) ? searchObject(schema.attributes, extension) : {};
    if (Object.keys(found).length > 0) result[schema.id] = found;
  }
  return result;
}

function searchObject(attributes: readonly Attribute[], object: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const attribute of attributes) {
    const value = object[attribute.name];
    if (value === undefined || attribute.returned === 'never' || attribute.mutability === 'writeOnly')
      continue;
    result[attribute.name] = searchValue(attribute, value);
  }
  return result;
}

function searchValue(attribute: Attribute, value: JsonValue): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item) => searchValue(attribute, item));
  if (isJsonObject(value)) return searchObject(attribute.subAttributes ?? [], value);
  return value === null ? value : comparisonKey(attribute, value as string | number | boolean);
}
