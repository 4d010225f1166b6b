import { DomainError } from '../../errors.js';
import type { Attribute } from './attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sameJson,
} from './attribute-document.js';
import { coreAttributes, type ResourceTypeModel } from './resource-model.js';

/**
 * Refuses a change of an immutable attribute that had a value before (RFC 7643 §7). Elements of a
 * multi-valued complex attribute may come and go whole; their own sub-attributes are watched by the
 * edits, since here nothing says which element became which. Throws ATTRIBUTE_IMMUTABLE.
 */
export function checkImmutable(
  model: ResourceTypeModel,
  before: AttributeDocument,
  after: AttributeDocument,
): void {
  checkAttributes(coreAttributes(model), before, after, '');
  for (const { schema } of model.extensions) {
    checkAttributes(
      schema.attributes,
      objectOf(before[schema.id]),
      objectOf(after[schema.id]),
      `${schema.id}:`,
    );
  }
}

function checkAttributes(
  attributes: readonly Attribute[],
  before: JsonObject,
  after: JsonObject,
  prefix: string,
): void {
  for (const attribute of attributes) {
    const old = before[attribute.name];
    const now = after[attribute.name];
    const path = `${prefix}${attribute.name}`;
    if (attribute.mutability === 'immutable' && old !== undefined && !sameJson(old, now)) {
      throw DomainError.of('ATTRIBUTE_IMMUTABLE', { path, reason: 'it cannot be changed once set.' });
    }
    if (!attribute.multiValued && attribute.subAttributes) {
      checkAttributes(attribute.subAttributes, objectOf(old), objectOf(now), `${path}.`);
    }
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
