import type { Attribute } from '../attributes/attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../attributes/attribute-document.js';
import {
  type AttributePath,
  findAttribute,
  isExtensionPath,
  pathText,
} from '../attributes/attribute-path.js';
import { oncePerType } from '../attributes/once-per-type.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { comparisonKey } from '../filter/match-element.js';
import { indexKey } from '../index-key.js';

/** Attributes without a column of their own that clients look resources up by. */
const lookUpAttributes: Readonly<Record<string, readonly string[]>> = { User: ['emails.value'] };
/** Attributes whose uniqueness a column of their own decides. */
const columns: Readonly<Record<string, readonly string[]>> = { User: ['userName'], Group: ['displayName'] };

/** A row of the table of attribute keys. */
export interface AttributeKey {
  readonly attribute: string;
  readonly key: string;
  readonly isUnique: boolean;
  /** As the client wrote it, for the message when it is taken. */
  readonly value: string;
}

/** The attributes of a type that the table of keys covers: look-ups, and all that must be unique. */
export const keyedAttributes = oncePerType((model): readonly AttributePath[] => {
  const lookUps = (lookUpAttributes[model.type.name] ?? []).map((name) => findAttribute(model, name));
  const unique = [
    ...uniqueIn(model.core.attributes, undefined),
    ...model.extensions.flatMap(({ schema }) => uniqueIn(schema.attributes, schema.id)),
  ].filter((path) => !columns[model.type.name]?.includes(pathText(path)));
  return [
    ...lookUps.filter((path) => path !== undefined && !isExtensionPath(path)),
    ...unique,
  ] as AttributePath[];
});

/** The keys of a document, each once. */
export function attributeKeys(
  model: ResourceTypeModel,
  document: AttributeDocument,
): readonly AttributeKey[] {
  const keys = keyedAttributes(model).flatMap((path) => {
    const attribute = path.subAttribute ?? path.attribute;
    return valuesAt(document, path).map((value) => ({
      attribute: pathText(path),
      key: indexKey(String(comparisonKey(attribute, value))),
      isUnique: attribute.uniqueness !== 'none',
      value: String(value),
    }));
  });
  return [...new Map(keys.map((key) => [`${key.attribute}\n${key.key}`, key])).values()];
}

function uniqueIn(attributes: readonly Attribute[], extension: string | undefined): readonly AttributePath[] {
  const place = extension === undefined ? {} : { extension };
  return attributes.flatMap((attribute) => [
    ...(attribute.uniqueness === 'none' ? [] : [{ ...place, attribute }]),
    ...(attribute.subAttributes ?? [])
      .filter((subAttribute) => subAttribute.uniqueness !== 'none')
      .map((subAttribute) => ({ ...place, attribute, subAttribute })),
  ]);
}

function valuesAt(document: AttributeDocument, path: AttributePath): readonly (string | number | boolean)[] {
  const holder = path.extension ? objectOf(document[path.extension]) : document;
  return listOf(holder[path.attribute.name])
    .flatMap((value) => (path.subAttribute ? listOf(objectOf(value)[path.subAttribute.name]) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
