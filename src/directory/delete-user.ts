import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { lockUser } from './lock-user.js';
import type { UserRecord } from './user-record.js';

/**
 * Deletes a user with memberships and tokens, moves the version of those groups in one statement, and
 * gives what the user was. Throws USER_NOT_FOUND.
 */
export function deleteUser(context: Context, input: { readonly id: string }): Promise<UserRecord> {
  return context.database.transaction(async (connection) => {
    const user = await lockUser(context, connection, input.id);
    await connection.rows(sql`
      update groups set version = version + 1, updated_at = ${context.now().toISOString()}
      where workspace_id = ${user.workspaceId}
        and id in (select m.group_id from memberships m where m.user_id = ${user.id})`);
    await connection.rows(sql`
      delete from users where id = ${user.id} and workspace_id = ${user.workspaceId}`);
    await connection.rows(
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
