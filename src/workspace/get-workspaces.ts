import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { type WorkspaceRecord, workspaceFields } from './workspace-record.js';

/** The workspaces of ids within the caller's scope, by id; one statement. */
export async function getWorkspaces(
  context: Context,
  ids: readonly string[],
  fields?: Fields,
): Promise<Map<string, WorkspaceRecord>> {
  const rows = await context.database.rows(sql<WorkspaceRecord>`
    select ${someColumns(workspaceFields, fields, ['id'])} from workspaces w
    where w.id = any(${ids}::uuid[]) and ${inScope('w.id', context.principal.workspaceId)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
