import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import type { Role } from './user.entity.js';
import { displayNameKey, userNameKey } from './user-name.js';
import type { UserRecord } from './user-record.js';

export interface CreateUserInput {
  readonly workspaceId: string;
  readonly userName: string;
  readonly displayName?: string | undefined;
  readonly role?: Role | undefined;
}

/**
 * Creates an active user; the role is `end-user` unless another is given.
 * Throws VALIDATION_FAILED, WORKSPACE_NOT_FOUND and USER_NAME_TAKEN.
 */
export function createUser(context: Context, input: CreateUserInput): Promise<UserRecord> {
  return context.database.transaction(async (connection) => {
    await requireWorkspace(context, connection, input.workspaceId);
    const user = await insertUser(context, connection, input);
    await connection.rows(
      auditEntry(context, {
        workspaceId: user.workspaceId,
        action: 'user.created',
        subject: { type: 'user', id: user.id, name: user.userName },
        changes: { userName: user.userName, displayName: user.displayName, role: user.role },
      }),
    );
    return user;
  });
}

/** Writes the row of a new user; the unique constraint answers whether the name is taken. */
export async function insertUser(
  context: Context,
  connection: Connection,
  input: CreateUserInput,
): Promise<UserRecord> {
  const now = context.now().toISOString();
  const user: UserRecord = {
    id: context.newId(),
    workspaceId: input.workspaceId,
    userName: parseName(input.userName, 'userName'),
    displayName: input.displayName === undefined ? null : parseName(input.displayName, 'displayName'),
    role: input.role ?? 'end-user',
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
  await onConstraint(
    { users_user_name_unique: () => DomainError.of('USER_NAME_TAKEN', { userName: user.userName }) },
    () =>
      connection.rows(sql`
        insert into users (id, workspace_id, user_name, user_name_key, display_name, display_name_key, role,
          status, version,
          created_at, updated_at)
        values (${user.id}, ${user.workspaceId}, ${user.userName}, ${userNameKey(user.userName)},
          ${user.displayName}, ${displayNameKey(user.displayName)}, ${user.role}, ${user.status}, 1, ${now}, ${now})`),
  );
  return user;
}
