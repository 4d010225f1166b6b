import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type GroupRecord, groupColumns } from './group-record.js';

/** The group of an id within the caller's scope (narrowed to one workspace if given), or null; one statement. */
export async function getGroup(
  context: Context,
  input: { readonly id: string; readonly workspaceId?: string },
  connection: Connection = context.database,
): Promise<GroupRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const narrowed = input.workspaceId === undefined ? sql`` : sql` and g.workspace_id = ${input.workspaceId}`;
  const row = await connection.first(sql<GroupRecord>`
    select ${groupColumns} from groups g
    where g.id = ${input.id} and ${inScope('g.workspace_id', context.principal.workspaceId)}${narrowed}`);
  return row ?? null;
}
