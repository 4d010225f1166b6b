import type { Context } from '../../context.js';
import type { JsonObject } from '../attributes/attribute-document.js';
import { checkPrimaries, checkRequired } from '../attributes/check-document.js';
import { checkImmutable } from '../attributes/check-immutable.js';
import { normaliseDocument } from '../attributes/normalise-document.js';
import {
  type AnswerInput,
  answerWrite,
  type ProvisioningResult,
  relatedForAnswer,
} from './answer-resource.js';
import { findType } from './find-type.js';
import { withoutMembers } from './group-members.js';
import { lockResource, type ResourceReference } from './lock-resource.js';
import { writtenPaths } from './projection.js';
import { replacedDocument } from './replaced-document.js';
import { saveResource } from './save-resource.js';

/** All attributes of a resource, and what the answer carries. */
export interface ReplaceProvisionedResourceInput extends AnswerInput, ResourceReference {
  readonly attributes: JsonObject;
}

/**
 * Replaces a resource as a whole (RFC 7644 §3.5.1). Throws RESOURCE_TYPE_NOT_FOUND, ATTRIBUTE_UNKNOWN,
 * VALUE_INVALID, PROVISIONED_RESOURCE_NOT_FOUND, VERSION_MISMATCH, ATTRIBUTE_IMMUTABLE, USER_NAME_TAKEN,
 * GROUP_NAME_TAKEN and VALUE_TAKEN.
 */
export async function replaceProvisionedResource(
  context: Context,
  input: ReplaceProvisionedResourceInput,
): Promise<ProvisioningResult> {
  const use = findType(context, input.type);
  const { model } = use;
  const given = normaliseDocument(model, input.attributes);
  checkRequired(model, given);
  checkPrimaries(given);
  const { document: wanted, members } = withoutMembers(model, given, 'REPLACE');
  return context.database.transaction(async (connection) => {
    const { stored: before, settings } = await lockResource(
      context,
      connection,
      use,
      input,
      relatedForAnswer(model, input.workspaceId, input),
    );
    const document = replacedDocument(model, before.document, wanted);
    checkImmutable(model, before.document, document);
    const { workspaceId } = input;
    const save = { workspaceId, before, document, members, settings, verb: 'updated' as const };
    const { stored, changed } = await saveResource(context, connection, use, save);
    const written = writtenPaths(model, given);
    const resource = await answerWrite(connection, workspaceId, model, stored, input, written);
    return { resource, changed, reactivated: false };
  });
}
