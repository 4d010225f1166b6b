import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { type AppRecord, appFields } from './app-record.js';

/** The apps of ids within the caller's scope, by id; one statement. */
export async function getApps(
  context: Context,
  ids: readonly string[],
  fields?: Fields,
): Promise<Map<string, AppRecord>> {
  const rows = await context.database.rows(sql<AppRecord>`
    select ${someColumns(appFields, fields, ['id', 'workspaceId'])} from apps a
    where a.id = any(${ids}::uuid[]) and ${inScope('a.workspace_id', context.principal.workspaceId)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
