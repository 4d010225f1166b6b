import type { Attribute } from './attribute.js';
import { defineAttribute } from './define-attribute.js';

/**
 * The attributes of every resource (RFC 7643 §3 and §3.1). They belong to no schema, so the schema
 * documents do not list them, yet filters, edits and projections may name them.
 */
export const commonAttributes: readonly Attribute[] = [
  defineAttribute({
    name: 'schemas',
    type: 'reference',
    multiValued: true,
    required: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    referenceTypes: ['uri'],
    description: 'The URNs of the schemas whose attributes the resource uses.',
  }),
  defineAttribute({
    name: 'id',
    required: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
    description: 'The identifier given by the service, never reused.',
  }),
  defineAttribute({
    name: 'externalId',
    caseExact: true,
    description: 'The identifier that the provisioning client uses for the resource.',
  }),
  defineAttribute({
    name: 'meta',
    type: 'complex',
    mutability: 'readOnly',
    description: 'Facts about the resource that the service keeps.',
    subAttributes: [
      defineAttribute({
        name: 'resourceType',
        caseExact: true,
        mutability: 'readOnly',
        description: 'The name of the resource type.',
      }),
      defineAttribute({
        name: 'created',
        type: 'dateTime',
        mutability: 'readOnly',
        description: 'When the resource was made.',
      }),
      defineAttribute({
        name: 'lastModified',
        type: 'dateTime',
        mutability: 'readOnly',
        description: 'When the resource last changed.',
      }),
      defineAttribute({
        name: 'location',
        type: 'reference',
        caseExact: true,
        mutability: 'readOnly',
        referenceTypes: ['uri'],
        description: 'The address of the resource.',
      }),
      defineAttribute({
        name: 'version',
        caseExact: true,
        mutability: 'readOnly',
        description: 'The entity tag of the present state.',
      }),
    ],
  }),
];
