import type { Attribute } from '../../src/directory/attributes/attribute.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/directory/attributes/attribute-document.js';
import { attributeNamed } from '../../src/directory/attributes/resource-model.js';
import type { EditOperation } from '../../src/directory/edits/attribute-edit.js';
import type { NamedAttribute } from './attribute-names.js';
import type { Dialect } from './dialect.js';
import { badRequest } from './errors.js';
import { toElementFilter } from './filter-dialect.js';
import type { AttributeEdit } from './inputs.js';
import { type PatchPath, parsePath } from './path.js';
import { toElement, toSchemaValue, unknownAttribute } from './values.js';

export interface PathOperation {
  readonly operation: EditOperation;
  readonly path: string;
  /** Null also when a removal has no value. */
  readonly value: JsonValue;
}

/** The edits of one operation with a path; none when there is nothing to do. */
export function editAt({ operation, path, value }: PathOperation, dialect: Dialect): AttributeEdit[] {
  const { names, settings } = dialect;
  const target = parsePath(path);
  const schema = target.where ? undefined : names.schema(target.attribute, settings.oldUrns);
  if (schema !== undefined && target.subAttribute === undefined) {
    return wholeSchemaEdits(operation, schema, value, dialect);
  }
  const named = names.find(target.attribute, settings.oldUrns);
  if (named) return edit(operation, named, target, value, dialect);
  if (settings.unknownPaths === 'ignore') return [];
  throw badRequest('invalidPath', `${names.model.type.name} has no attribute "${target.attribute}".`);
}

/** One edit of a known attribute, its value in the schema's form. */
export function edit(
  operation: EditOperation,
  named: NamedAttribute,
  { where, subAttribute }: Omit<PatchPath, 'attribute'>,
  value: JsonValue,
  { settings }: Dialect,
): AttributeEdit[] {
  const { attribute } = named;
  const sub =
    subAttribute === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], subAttribute);
  if (subAttribute !== undefined && !sub) {
    if (settings.unknownPaths === 'ignore') return [];
    throw badRequest('invalidPath', `"${named.name}" has no sub-attribute "${subAttribute}".`);
  }
  const target = {
    operation,
    attribute: named.name,
    ...(where ? { where: toElementFilter(where, attribute, settings) } : {}),
    ...(sub ? { subAttribute: sub.name } : {}),
  };
  if (operation === 'REMOVE') {
    const listed = attribute.multiValued && !where && !sub && value !== null;
    if (!listed) return [target];
    // Entra ID's older form removes the listed elements alone; an empty list names none of them.
    const elements = toSchemaValue(attribute, value, settings);
    return Array.isArray(elements) && elements.length === 0 ? [] : [{ ...target, value: elements }];
  }
  const formed = sub
    ? toSchemaValue(sub, value, settings)
    : where
      ? toElement(attribute, value, settings)
      : toSchemaValue(attribute, oneOrMany(operation, attribute, value), settings);
  // To add nothing changes nothing (RFC 7643 §2.5: null is no value).
  return operation === 'ADD' && formed === null ? [] : [{ ...target, value: formed }];
}

/** RFC 7644 §3.5.2.1 adds "a new value" to a list: one object does as well as an array, in every profile. */
const oneOrMany = (operation: EditOperation, attribute: Attribute, value: JsonValue): JsonValue =>
  operation === 'ADD' && attribute.multiValued && isJsonObject(value) ? [value] : value;

/** A schema's URN in place of an attribute: the value's members are edited one by one, a removal takes the whole. */
export function wholeSchemaEdits(
  operation: EditOperation,
  schema: string,
  value: JsonValue,
  dialect: Dialect,
): AttributeEdit[] {
  const { names } = dialect;
  if (operation === 'REMOVE' || value === null) {
    if (schema === names.model.core.id) {
      throw badRequest('mutability', `The schema "${schema}" cannot be removed from the resource.`);
    }
    return operation === 'ADD' ? [] : [{ operation: 'REMOVE', attribute: schema }];
  }
  if (!isJsonObject(value)) throw badRequest('invalidValue', `"${schema}" needs an object as its value.`);
  return schemaEdits(operation, schema, value, dialect);
}

/** One edit for each member of an object that holds attributes of one schema. */
function schemaEdits(
  operation: EditOperation,
  schema: string,
  values: JsonObject,
  dialect: Dialect,
): AttributeEdit[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const named = dialect.names.inSchema(schema, key);
    if (named) return edit(operation, named, {}, value ?? null, dialect);
    if (dialect.settings.unknownAttributes === 'ignore') return [];
    throw unknownAttribute(`${schema}:${key}`);
  });
}
