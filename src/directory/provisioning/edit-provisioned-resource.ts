import type { Context } from '../../context.js';
import { type AttributeDocument, isJsonObject } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { applyEdits } from '../edits/apply-edits.js';
import type { AttributeEdit, ExtensionRemoval, ResolvedEdit } from '../edits/attribute-edit.js';
import { resolveEdits } from '../edits/resolve-edits.js';
import {
  type AnswerInput,
  answerWrite,
  type ProvisioningResult,
  relatedForAnswer,
} from './answer-resource.js';
import { findType } from './find-type.js';
import { splitMemberEdits } from './group-members.js';
import { lockResource, type ResourceReference } from './lock-resource.js';
import { writtenPaths } from './projection.js';
import { saveResource } from './save-resource.js';

/** Edits of a resource, and what the answer carries. */
export interface EditProvisionedResourceInput extends AnswerInput, ResourceReference {
  readonly edits: readonly AttributeEdit[];
}

/**
 * Applies edits in order, all or none, to the locked row (RFC 7644 §3.5.2); members of a group change by
 * set operations. Throws RESOURCE_TYPE_NOT_FOUND, PATH_INVALID, FILTER_INVALID, TARGET_NOT_FOUND,
 * ATTRIBUTE_IMMUTABLE, VALUE_INVALID, PROVISIONED_RESOURCE_NOT_FOUND, VERSION_MISMATCH, USER_NAME_TAKEN,
 * GROUP_NAME_TAKEN and VALUE_TAKEN.
 */
export async function editProvisionedResource(
  context: Context,
  input: EditProvisionedResourceInput,
): Promise<ProvisioningResult> {
  const use = findType(context, input.type);
  const { model } = use;
  const resolved = resolveEdits(model, input.edits);
  const { edits, members } = splitMemberEdits(model, resolved);
  return context.database.transaction(async (connection) => {
    const { stored: before, settings } = await lockResource(
      context,
      connection,
      use,
      input,
      relatedForAnswer(model, input.workspaceId, input),
    );
    const document = applyEdits(model, before.document, edits, settings);
    const { workspaceId } = input;
    const save = { workspaceId, before, document, members, settings, verb: 'updated' as const };
    const { stored, changed } = await saveResource(context, connection, use, save);
    const written = editedPaths(model, stored.document, resolved);
    const resource = await answerWrite(connection, workspaceId, model, stored, input, written);
    return { resource, changed, reactivated: false };
  });
}

/** The paths of everything under the attributes that the edits name. */
function editedPaths(
  model: ResourceTypeModel,
  document: AttributeDocument,
  edits: readonly (ResolvedEdit | ExtensionRemoval)[],
): ReadonlySet<string> {
  const paths = edits.flatMap((edit) => {
    if (!('path' in edit)) return [];
    const { extension, attribute } = edit.path;
    const holder = extension === undefined ? document : document[extension];
    const value = isJsonObject(holder) ? holder[attribute.name] : undefined;
    if (value === undefined) return [];
    const part = { [attribute.name]: value };
    return [...writtenPaths(model, extension === undefined ? part : { [extension]: part })];
  });
  return new Set(paths);
}
