import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type GroupRecord, groupFields } from './group-record.js';

/** The group of an id within the caller's scope, or null; one statement. */
export async function getGroup(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
  connection: Connection = context.database,
): Promise<GroupRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await connection.first(sql<GroupRecord>`
    select ${someColumns(groupFields, input.fields, ['id', 'workspaceId'])} from groups g
    where g.id = ${input.id} and ${inScope('g.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
