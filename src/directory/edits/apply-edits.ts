import { DomainError } from '../../errors.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withMember,
} from '../attributes/attribute-document.js';
import { pathText } from '../attributes/attribute-path.js';
import { missingRequired } from '../attributes/check-document.js';
import { checkImmutable } from '../attributes/check-immutable.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { ProvisioningSettings } from '../provisioning-settings.js';
import type { ExtensionRemoval, ResolvedEdit } from './attribute-edit.js';
import { editList } from './edit-list.js';
import { editSingle } from './edit-single.js';

/** The settings that decide what an edit means. */
export type EditSettings = Pick<ProvisioningSettings, 'createMissingElements' | 'missingTargets'>;

/**
 * Applies edits in order, each to the result of the one before, and gives the new document; the old one
 * is left alone, so a failing edit undoes all (RFC 7644 §3.5.2). Throws TARGET_NOT_FOUND,
 * ATTRIBUTE_IMMUTABLE and VALUE_INVALID.
 */
export function applyEdits(
  model: ResourceTypeModel,
  document: AttributeDocument,
  edits: readonly (ResolvedEdit | ExtensionRemoval)[],
  settings: EditSettings,
): AttributeDocument {
  const edited = edits.reduce((current, edit) => applyEdit(current, edit, settings), document);
  checkImmutable(model, document, edited);
  const missingBefore = new Set(missingRequired(model, document));
  const missing = missingRequired(model, edited).find((path) => !missingBefore.has(path));
  if (missing) throw DomainError.of('VALUE_INVALID', { path: missing, reason: 'it is required.' });
  return edited;
}

function applyEdit(
  document: AttributeDocument,
  edit: ResolvedEdit | ExtensionRemoval,
  settings: EditSettings,
): AttributeDocument {
  if ('extension' in edit) return withMember(document, edit.extension, undefined);
  const { extension, attribute } = edit.path;
  refuseRemovalOfRequired(edit);
  const holder = extension ? objectOf(document[extension]) : document;
  const current = holder[attribute.name];
  const next = attribute.multiValued
    ? editList(current, edit, settings)
    : editSingle(current, edit, settings);
  const changed = withMember(holder, attribute.name, next);
  return extension ? withMember(document, extension, changed) : changed;
}

/** Removing a required attribute by name is refused as such, whatever the resource holds. */
function refuseRemovalOfRequired({ operation, path, where, value }: ResolvedEdit): void {
  const target = path.subAttribute ?? path.attribute;
  if (operation === 'REMOVE' && target.required && value === undefined && (path.subAttribute || !where)) {
    throw DomainError.of('ATTRIBUTE_IMMUTABLE', {
      path: pathText(path),
      reason: 'it is required and cannot be removed.',
    });
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
