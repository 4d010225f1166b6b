import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type UserRecord, userColumns } from './user-record.js';

/** Locks the row of a user that is about to change and gives it; throws USER_NOT_FOUND. */
export async function lockUser(context: Context, connection: Connection, id: string): Promise<UserRecord> {
  const user = isUuid(id)
    ? await connection.first(sql<UserRecord>`
        select ${userColumns} from users u
        where u.id = ${id} and ${inScope('u.workspace_id', context.principal.workspaceId)} for update of u`)
    : undefined;
  if (!user) {
    throw DomainError.of('USER_NOT_FOUND', { id });
  }
  return user;
}
