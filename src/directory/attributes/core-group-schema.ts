import type { ResourceSchema } from './attribute.js';
import { defineAttribute } from './define-attribute.js';

/**
 * The core Group schema (RFC 7643 §4.2). `displayName` is required by erratum 5368; that it is unique
 * on the server is this service's own rule, since groups of a workspace have unique names.
 */
export const coreGroupSchema: ResourceSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Group',
  attributes: [
    defineAttribute({
      name: 'displayName',
      required: true,
      uniqueness: 'server',
      description: 'The name of the group. Unique in the workspace; letter case does not count.',
    }),
    defineAttribute({
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'The members: users and nested groups.',
      subAttributes: [
        defineAttribute({
          name: 'value',
          caseExact: true,
          mutability: 'immutable',
          description: 'The id of the member.',
        }),
        defineAttribute({
          name: '$ref',
          type: 'reference',
          caseExact: true,
          mutability: 'immutable',
          referenceTypes: ['User', 'Group'],
          description: 'The address of the member.',
        }),
        defineAttribute({
          name: 'display',
          mutability: 'readOnly',
          description: 'The present name of the member.',
        }),
        defineAttribute({
          name: 'type',
          mutability: 'immutable',
          canonicalValues: ['User', 'Group'],
          description: 'The resource type of the member.',
        }),
      ],
    }),
  ],
};
