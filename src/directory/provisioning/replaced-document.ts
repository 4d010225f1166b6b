import type { Attribute } from '../attributes/attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../attributes/attribute-document.js';
import { coreAttributes, type ResourceTypeModel } from '../attributes/resource-model.js';

/**
 * What a resource becomes when it is replaced as a whole: what is left out is cleared, save what the
 * client cannot know (values never returned, such as the password and the role), what cannot be
 * cleared (immutable values), and whether a user is active.
 */
export function replacedDocument(
  model: ResourceTypeModel,
  before: AttributeDocument,
  given: AttributeDocument,
): AttributeDocument {
  const result: Record<string, JsonValue | undefined> = {
    ...keptOf(coreAttributes(model), before),
    ...(before.active === undefined ? {} : { active: before.active }),
    ...given,
  };
  for (const { schema } of model.extensions) {
    const old = before[schema.id];
    const now = given[schema.id];
    const merged = {
      ...keptOf(schema.attributes, isJsonObject(old) ? old : {}),
      ...(isJsonObject(now) ? now : {}),
    };
    if (Object.keys(merged).length > 0) result[schema.id] = merged;
  }
  return result;
}

function keptOf(attributes: readonly Attribute[], before: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const { name, returned, mutability } of attributes) {
    const value = before[name];
    const isUnknowable = returned === 'never' || mutability === 'writeOnly' || mutability === 'immutable';
    if (value !== undefined && isUnknowable) kept[name] = value;
  }
  return kept;
}
