import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { lockUser } from './lock-user.js';
import { removeUser } from './provisioning/remove-resource.js';
import type { UserRecord } from './user-record.js';

/**
 * Deletes a user with memberships and tokens, moves the version of those groups in one statement, and
 * gives what the user was. Throws USER_NOT_FOUND.
 */
export function deleteUser(context: Context, input: { readonly id: string }): Promise<UserRecord> {
  return context.database.transaction(async (connection) => {
    const user = await lockUser(context, connection, input.id);
    await removeUser(
      connection,
      { id: user.id, workspaceId: user.workspaceId, now: context.now().toISOString() },
      auditEntry(context, {
        workspaceId: user.workspaceId,
        action: 'user.deleted',
        subject: { type: 'user', id: user.id, name: user.userName },
        changes: {},
      }),
    );
    return user;
  });
}
