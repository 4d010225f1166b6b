import type { ResourceSchema } from './attribute.js';
import { defineAttribute } from './define-attribute.js';

/** The Enterprise User extension (RFC 7643 §4.3 and §8.7.1; erratum 8472 makes `manager.value` case-exact). */
export const enterpriseUserSchema: ResourceSchema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    defineAttribute({ name: 'employeeNumber', description: 'The number or code of the employee.' }),
    defineAttribute({ name: 'costCenter', description: 'The name of the cost center.' }),
    defineAttribute({ name: 'organization', description: 'The name of the organization.' }),
    defineAttribute({ name: 'division', description: 'The name of the division.' }),
    defineAttribute({ name: 'department', description: 'The name of the department.' }),
    defineAttribute({
      name: 'manager',
      type: 'complex',
      description: "The user's manager.",
      subAttributes: [
        defineAttribute({ name: 'value', caseExact: true, description: "The id of the manager's user." }),
        defineAttribute({
          name: '$ref',
          type: 'reference',
          caseExact: true,
          referenceTypes: ['User'],
          description: "The address of the manager's user.",
        }),
        defineAttribute({
          name: 'displayName',
          mutability: 'readOnly',
          description: 'The present name of the manager.',
        }),
      ],
    }),
  ],
};
