import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { type UserRecord, userFields } from './user-record.js';

/** The users of ids within the caller's scope, by id; one statement. */
export async function getUsers(
  context: Context,
  ids: readonly string[],
  fields?: Fields,
): Promise<Map<string, UserRecord>> {
  const rows = await context.database.rows(sql<UserRecord>`
    select ${someColumns(userFields, fields, ['id', 'workspaceId'])} from users u
    where u.id = any(${ids}::uuid[]) and ${inScope('u.workspace_id', context.principal.workspaceId)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
