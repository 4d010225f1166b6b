import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import type { TypeCall } from './call.js';
import { parseEntityTags } from './entity-tag.js';
import { ScimError } from './errors.js';
import { parseProjection } from './list.js';
import { parsePatch } from './patch.js';
import { returnPreference } from './preferences.js';
import { FacadeProjection } from './projection.js';
import { resourceHeaders, type ScimReply } from './reply.js';
import { parseResourceBody } from './resource-body.js';
import { locationOf, renderResource } from './resource-rendering.js';

/** `POST /Users` (RFC 7644 §3.3); 200 in place of 201 when the workspace lets it restore an archived user. */
export async function createResource(call: TypeCall): Promise<ScimReply> {
  const answer = answerOf(call);
  const attributes = parseResourceBody(await call.body(), call);
  const { resource, reactivated } = await call.operations.create({ ...answer.input, attributes });
  return answer.reply(resource, reactivated ? 200 : 201);
}

/** `PUT /Users/{id}` (RFC 7644 §3.5.1). */
export async function replaceResource(call: TypeCall, id: string): Promise<ScimReply> {
  const answer = answerOf(call);
  const condition = precondition(call);
  const attributes = parseResourceBody(await call.body(), call);
  const { resource } = await call.operations.replace({ ...answer.input, ...condition, id, attributes });
  return answer.reply(resource, 200);
}

/** `PATCH /Users/{id}` (RFC 7644 §3.5.2). */
export async function patchResource(call: TypeCall, id: string): Promise<ScimReply> {
  const isGroup = call.names.model.type.name === 'Group';
  const answer = answerOf(call, isGroup && call.settings.groupPatchReply === 'noContent');
  const condition = precondition(call);
  const edits = parsePatch(await call.body(), call);
  const { resource } = await call.operations.edit({ ...answer.input, ...condition, id, edits });
  return answer.reply(resource, 200);
}

/** `DELETE /Users/{id}` (RFC 7644 §3.6). */
export async function deleteResource(call: TypeCall, id: string): Promise<ScimReply> {
  const { workspaceId, names } = call;
  await call.operations.delete({ workspaceId, type: names.model.type.name, ...precondition(call), id });
  return { status: 204 };
}

/** The versions that `If-Match` names; 428 where the workspace wants every write to name one. */
function precondition({ headers, settings }: TypeCall): { ifMatch?: readonly string[] } {
  const ifMatch = parseEntityTags(headers['if-match']);
  if (ifMatch) return { ifMatch };
  if (!settings.requireIfMatch) return {};
  throw new ScimError(
    428,
    undefined,
    'This workspace wants every write to carry "If-Match" with the version it means.',
  );
}

/**
 * How a write is answered: with the projected resource, or without a body when the client prefers so (RFC 7240)
 * or the workspace does. A client that names attributes always gets them (RFC 7644 §3.5.2).
 */
function answerOf(call: TypeCall, emptyByDefault = false) {
  const { names, addresses, settings, workspaceId } = call;
  const asked = parseProjection(call.query);
  const prefer = call.headers.prefer;
  const preference = returnPreference(Array.isArray(prefer) ? prefer.join() : prefer);
  const named = asked.attributes !== undefined || asked.excludedAttributes !== undefined;
  const minimal = !named && (preference === 'minimal' || (emptyByDefault && preference === undefined));
  const applied = preference !== undefined && minimal === (preference === 'minimal');
  const projection = new FacadeProjection(asked, names, settings.oldUrns);
  const type = names.model.type.name;
  return {
    input: { workspaceId, type, projection: projection.forOperations, minimal },
    reply(resource: ProvisionedResource, status: number): ScimReply {
      const headers = {
        ...resourceHeaders(resource.version, locationOf(addresses, type, resource.id)),
        ...(applied ? { 'Preference-Applied': `return=${preference}` } : {}),
      };
      if (minimal) return { status: status === 201 ? 201 : 204, headers };
      return { status, headers, body: renderResource(resource, names, projection, addresses) };
    },
  };
}
