import type { ResourceSchema } from './attribute.js';
import { defineAttribute } from './define-attribute.js';

/** The roles a user can have in a workspace. */
export const workspaceRoles = ['admin', 'builder', 'end-user'] as const;

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
        canonicalValues: workspaceRoles,
        description: 'The role in the workspace: admin, builder or end-user. Accepted, never returned.',
      }),
    ],
  };
}
