import type { Attribute, ResourceSchema, ResourceType } from '../../src/directory/attributes/attribute.js';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { pageSize } from './list.js';
import { urns } from './urns.js';

/** What this service can do (RFC 7643 §5, RFC 9865 §4); nothing is `supported` that does not work when called. */
export function serviceProviderConfig(base: string): JsonObject {
  return {
    schemas: [urns.serviceProviderConfig],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: pageSize.max },
    changePassword: { supported: true },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: false,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: pageSize.default,
      maxPageSize: pageSize.max,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The provisioning token of the workspace in the Authorization header: "Bearer <token>".',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
      {
        type: 'httpbasic',
        name: 'HTTP Basic',
        description: 'Any user name, with the provisioning token of the workspace as the password.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc7617',
        primary: false,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** A resource type as `/ResourceTypes` shows it (RFC 7643 §6). */
export function resourceTypeDocument(type: ResourceType, base: string): JsonObject {
  return {
    schemas: [urns.resourceType],
    id: type.name,
    name: type.name,
    endpoint: type.endpoint,
    description: type.description,
    schema: type.schema,
    schemaExtensions: type.schemaExtensions.map(({ schema, required }) => ({ schema, required })),
    meta: {
      resourceType: 'ResourceType',
      location: `${base}/ResourceTypes/${encodeURIComponent(type.name)}`,
    },
  };
}

/** A schema as `/Schemas` shows it (RFC 7643 §7). */
export function schemaDocument(schema: ResourceSchema, base: string): JsonObject {
  return {
    schemas: [urns.schema],
    id: schema.id,
    name: schema.name,
    description: schema.description,
    attributes: schema.attributes.map(attributeDocument),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  };
}

/** Types of which letter case can be a property. */
const TEXT: ReadonlySet<Attribute['type']> = new Set(['string', 'reference', 'binary']);

function attributeDocument(attribute: Attribute): JsonObject {
  const { canonicalValues, referenceTypes, subAttributes } = attribute;
  return {
    name: attribute.name,
    type: attribute.type,
    multiValued: attribute.multiValued,
    description: attribute.description,
    required: attribute.required,
    ...(TEXT.has(attribute.type) ? { caseExact: attribute.caseExact } : {}),
    mutability: attribute.mutability,
    returned: attribute.returned,
    // Erratum 6004: a complex attribute has no uniqueness of its own.
    ...(attribute.type === 'complex' ? {} : { uniqueness: attribute.uniqueness }),
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(referenceTypes ? { referenceTypes } : {}),
    ...(subAttributes ? { subAttributes: subAttributes.map(attributeDocument) } : {}),
  };
}
