import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type UserRecord, userFields } from './user-record.js';

/** The user of an id within the caller's scope, or null; one statement. */
export async function getUser(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<UserRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await context.database.first(sql<UserRecord>`
    select ${someColumns(userFields, input.fields, ['id', 'workspaceId'])} from users u
    where u.id = ${input.id} and ${inScope('u.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
