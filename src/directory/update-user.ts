import { sql } from 'kysely';
import { changedFields } from '../audit/changed-fields.js';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import { lockUser } from './lock-user.js';
import type { Role, UserStatus } from './user.entity.js';
import { displayNameKey, userNameKey } from './user-name.js';
import type { UserRecord } from './user-record.js';

/** What is absent stays as it is; a display name of null clears it. */
export interface UpdateUserInput {
  readonly id: string;
  readonly userName?: string | undefined;
  readonly displayName?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
}

/**
 * Changes a user. Archiving keeps memberships, grants nothing and revokes every token bound to the user
 * for good; restoring brings back the rest. An update that changes nothing writes nothing.
 * Throws USER_NOT_FOUND, USER_NAME_TAKEN and VALIDATION_FAILED.
 */
export async function updateUser(context: Context, input: UpdateUserInput): Promise<UserRecord> {
  const userName = input.userName === undefined ? undefined : parseName(input.userName, 'userName');
  const displayName =
    input.displayName == null ? input.displayName : parseName(input.displayName, 'displayName');
  return context.database.transaction(async (connection) => {
    const user = await lockUser(context, connection, input.id);
    const { changes, previous, none } = changedFields(user, {
      userName,
      displayName,
      role: input.role,
      status: input.status,
    });
    if (none) {
      return user;
    }
    const updated = { ...user, ...changes, updatedAt: context.now().toISOString() };
    await onConstraint(
      { users_user_name_unique: () => DomainError.of('USER_NAME_TAKEN', { userName: updated.userName }) },
      () =>
        connection.rows(sql`
          update users set user_name = ${updated.userName}, user_name_key = ${userNameKey(updated.userName)},
            display_name = ${updated.displayName}, display_name_key = ${displayNameKey(updated.displayName)},
            role = ${updated.role}, status = ${updated.status}, updated_at = ${updated.updatedAt},
            version = version + 1
          where id = ${user.id} and workspace_id = ${user.workspaceId}`),
    );
    if (changes.status === 'archived') {
      await revokeTokensOfUser(context, connection, user);
    }
    await connection.rows(
      auditEntry(context, {
        workspaceId: user.workspaceId,
        action: 'user.updated',
        subject: { type: 'user', id: user.id, name: user.userName },
        changes,
        previous,
      }),
    );
    return updated;
  });
}

/** Revokes every token that is bound to a user, for good. */
export async function revokeTokensOfUser(
  context: Context,
  connection: Connection,
  user: { readonly id: string },
): Promise<void> {
  await connection.rows(sql`
    update tokens set revoked_at = ${context.now().toISOString()}
    where user_id = ${user.id} and revoked_at is null`);
}
