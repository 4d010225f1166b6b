import { DomainError } from '../../errors.js';
import type { Attribute } from './attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from './attribute-document.js';
import { coreAttributes, type ResourceTypeModel } from './resource-model.js';

/** Refuses a document that lacks something required, a required extension included. Throws VALUE_INVALID. */
export function checkRequired(model: ResourceTypeModel, document: AttributeDocument): void {
  const [path] = missingRequired(model, document);
  if (path !== undefined) throw DomainError.of('VALUE_INVALID', { path, reason: 'it is required.' });
}

/** The paths of everything that is required and missing. */
export function missingRequired(model: ResourceTypeModel, document: AttributeDocument): readonly string[] {
  return [
    ...missingIn(coreAttributes(model), document, ''),
    ...model.extensions.flatMap(({ schema, required }) => {
      const extension = document[schema.id];
      if (isJsonObject(extension)) return missingIn(schema.attributes, extension, `${schema.id}:`);
      return required ? [schema.id] : [];
    }),
  ];
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
function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function missingIn(attributes: readonly Attribute[], object: JsonObject, prefix: string): readonly string[] {
  return attributes.flatMap((attribute) => {
    const value = object[attribute.name];
    const path = `${prefix}${attribute.name}`;
    if (attribute.mutability !== 'readOnly' && attribute.required && isMissing(value)) return [path];
    const subAttributes = attribute.subAttributes ?? [];
    if (!subAttributes.some(({ required }) => required)) return [];
    const elements = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    return elements.flatMap((element) =>
      isJsonObject(element) ? missingIn(subAttributes, element, `${path}.`) : [],
    );
  });
}
