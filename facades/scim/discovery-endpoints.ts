import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { ResourceModel } from '../../src/directory/attributes/resource-model.js';
import type { Call } from './call.js';
import { resourceTypeDocument, schemaDocument, serviceProviderConfig } from './discovery.js';
import { ScimError } from './errors.js';
import { renderList } from './list-rendering.js';
import type { ScimReply } from './reply.js';

/** `GET /ServiceProviderConfig` (RFC 7644 §4); query parameters are ignored. */
export const readServiceProviderConfig = (base: string): ScimReply => ({
  status: 200,
  body: serviceProviderConfig(base),
});

/** `GET /ResourceTypes`: all of them in one page. */
export const listResourceTypes = (call: Call, model: ResourceModel): ScimReply =>
  page(
    call,
    model.resourceTypes.map((type) => resourceTypeDocument(type, call.addresses.base)),
  );

/** `GET /ResourceTypes/{name}`. */
export function readResourceType(call: Call, model: ResourceModel, name: string): ScimReply {
  const type = model.resourceTypes.find((candidate) => candidate.name === name);
  if (!type) throw new ScimError(404, undefined, `There is no resource type ${name}.`);
  return { status: 200, body: resourceTypeDocument(type, call.addresses.base) };
}

/** `GET /Schemas`: all of them in one page. */
export const listSchemas = (call: Call, model: ResourceModel): ScimReply =>
  page(
    call,
    model.schemas.map((schema) => schemaDocument(schema, call.addresses.base)),
  );

/** `GET /Schemas/{urn}`, in any letter case. */
export function readSchema(call: Call, model: ResourceModel, urn: string): ScimReply {
  const schema = model.schemas.find((candidate) => candidate.id.toLowerCase() === urn.toLowerCase());
  if (!schema) throw new ScimError(404, undefined, `There is no schema ${urn}.`);
  return { status: 200, body: schemaDocument(schema, call.addresses.base) };
}

/** RFC 7644 §4 says of a filter here both "ignore" and "403": the workspace chooses. */
function page(call: Call, documents: readonly JsonObject[]): ScimReply {
  const names = [...new URLSearchParams(call.query).keys()].map((name) => name.toLowerCase());
  if (call.settings.discoveryFilter === 'refuse' && names.includes('filter')) {
    throw new ScimError(403, undefined, 'The discovery documents cannot be filtered.');
  }
  return { status: 200, body: renderList(documents, documents.length, 1) };
}
