import { DomainError } from '../../errors.js';
import type { Attribute } from './attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from './attribute-document.js';
import { coreAttributes, type ResourceTypeModel } from './resource-model.js';

/**
 * Checks what can be said of a whole document alone: everything required is there, an extension that
 * is required included. Throws VALUE_INVALID.
 */
export function checkRequired(model: ResourceTypeModel, document: AttributeDocument): void {
  checkObject(coreAttributes(model), document, '');
  for (const { schema, required } of model.extensions) {
    const extension = document[schema.id];
    if (isJsonObject(extension)) checkObject(schema.attributes, extension, `${schema.id}:`);
    else if (required) {
      throw DomainError.of('VALUE_INVALID', {
        path: schema.id,
        reason: `every ${model.type.name} must have it.`,
      });
    }
  }
}

/** Refuses a multi-valued attribute with two preferred elements (RFC 7643 §2.4). Throws VALUE_INVALID. */
export function checkPrimaries(document: JsonObject, prefix = ''): void {
  for (const [name, value] of Object.entries(document)) {
    if (isJsonObject(value)) checkPrimaries(value, name.includes(':') ? `${name}:` : `${prefix}${name}.`);
    if (!Array.isArray(value)) continue;
    const primaries = (value as readonly JsonValue[]).filter(
      (item) => isJsonObject(item) && item.primary === true,
    );
    if (primaries.length > 1) {
      throw DomainError.of('VALUE_INVALID', {
        path: `${prefix}${name}`,
        reason: 'only one of its elements may be primary.',
      });
    }
  }
}

/** Whether a value is missing where one is required: absent, or a text of blanks alone. */
export function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function checkObject(attributes: readonly Attribute[], object: JsonObject, prefix: string): void {
  for (const attribute of attributes) {
    const value = object[attribute.name];
    const path = `${prefix}${attribute.name}`;
    if (attribute.required && attribute.mutability !== 'readOnly' && isMissing(value)) {
      throw DomainError.of('VALUE_INVALID', { path, reason: 'it is required.' });
    }
    for (const element of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
      if (isJsonObject(element)) checkObject(attribute.subAttributes ?? [], element, `${path}.`);
    }
  }
}
