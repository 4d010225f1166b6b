import { roles } from '../user.entity.js';
import type { ResourceSchema } from './attribute.js';
import { defineAttribute } from './define-attribute.js';

/**
 * The extension that carries a user's role in the workspace. Its URN holds the product's name, which
 * comes from configuration.
 */
export function platformUserSchema(extensionName: string): ResourceSchema {
  return {
    id: `urn:ietf:params:scim:schemas:extension:${extensionName}:User:2.0`,
    name: 'PlatformUser',
    description: "The user's role in the workspace",
    attributes: [
      defineAttribute({
        name: 'role',
        caseExact: true,
        mutability: 'writeOnly',
        returned: 'never',
        canonicalValues: roles,
        description: 'The role in the workspace: admin, builder or end-user. Accepted, never returned.',
      }),
    ],
  };
}
