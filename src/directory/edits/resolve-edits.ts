import { DomainError } from '../../errors.js';
import { isJsonObject } from '../attributes/attribute-document.js';
import {
  type AttributePath,
  type ExtensionPath,
  findAttribute,
  isExtensionPath,
  pathText,
} from '../attributes/attribute-path.js';
import { attributeNamed, type ResourceTypeModel } from '../attributes/resource-model.js';
import { resolveElementFilter } from '../filter/resolve-filter.js';
import type { AttributeEdit, ExtensionRemoval, ResolvedEdit } from './attribute-edit.js';

/**
 * Finds what each edit is about and refuses what may not be edited. Edits that came without a path and
 * name a readOnly attribute are dropped. Throws PATH_INVALID, TARGET_NOT_FOUND, ATTRIBUTE_IMMUTABLE,
 * VALUE_INVALID and FILTER_INVALID.
 */
export function resolveEdits(
  model: ResourceTypeModel,
  edits: readonly AttributeEdit[],
): readonly (ResolvedEdit | ExtensionRemoval)[] {
  return edits.flatMap((edit) => resolveEdit(model, edit));
}

function resolveEdit(
  model: ResourceTypeModel,
  edit: AttributeEdit,
): readonly (ResolvedEdit | ExtensionRemoval)[] {
  if (!edit.attribute) throw DomainError.of('TARGET_NOT_FOUND', { path: '' });
  const found = findAttribute(model, edit.attribute);
  if (!found) throw pathInvalid(edit.attribute, `a ${model.type.name} has no such attribute.`);
  if (edit.operation !== 'REMOVE' && edit.value === undefined) {
    throw DomainError.of('VALUE_INVALID', { path: edit.attribute, reason: 'it is missing.' });
  }
  if (isExtensionPath(found)) return resolveExtensionEdit(model, edit, found);
  const path = withSubAttribute(found, edit);
  if (isReadOnly(path)) {
    if (edit.fromPathless) return [];
    throw DomainError.of('ATTRIBUTE_IMMUTABLE', { path: pathText(path), reason: 'it is read-only.' });
  }
  const resolved = { operation: edit.operation, path, ...('value' in edit ? { value: edit.value } : {}) };
  return [edit.where ? { ...resolved, where: elementFilter(path, edit) } : resolved];
}

function resolveExtensionEdit(
  model: ResourceTypeModel,
  edit: AttributeEdit,
  { schema, required }: ExtensionPath,
): readonly (ResolvedEdit | ExtensionRemoval)[] {
  if (edit.where || edit.subAttribute) {
    throw pathInvalid(schema.id, 'a schema has neither elements nor sub-attributes.');
  }
  if (edit.operation === 'REMOVE' || edit.value === null) {
    if (required) throw DomainError.of('ATTRIBUTE_IMMUTABLE', { path: schema.id, reason: 'it is required.' });
    return [{ operation: 'REMOVE', extension: schema.id }];
  }
  if (!isJsonObject(edit.value)) {
    throw DomainError.of('VALUE_INVALID', { path: schema.id, reason: 'it must be an object.' });
  }
  return Object.entries(edit.value).flatMap(([name, value]) =>
    resolveEdit(model, {
      operation: edit.operation,
      attribute: `${schema.id}:${name}`,
      value: value ?? null,
      fromPathless: true,
    }),
  );
}

function withSubAttribute(found: AttributePath, edit: AttributeEdit): AttributePath {
  if (!edit.subAttribute) return found;
  const text = `${pathText(found)}.${edit.subAttribute}`;
  const subAttribute = found.subAttribute
    ? undefined
    : attributeNamed(found.attribute.subAttributes ?? [], edit.subAttribute);
  if (!subAttribute) throw pathInvalid(text, 'there is no such sub-attribute.');
  return { ...found, subAttribute };
}

function elementFilter({ subAttribute: _, ...path }: AttributePath, edit: AttributeEdit) {
  if (path.attribute.type !== 'complex') {
    throw pathInvalid(pathText(path), 'it has no sub-attributes, so nothing can stand in brackets after it.');
  }
  return resolveElementFilter(path, edit.where ?? {});
}

function isReadOnly({ attribute, subAttribute }: AttributePath): boolean {
  return attribute.mutability === 'readOnly' || subAttribute?.mutability === 'readOnly';
}

function pathInvalid(path: string, reason: string): DomainError {
  return DomainError.of('PATH_INVALID', { path, reason });
}
