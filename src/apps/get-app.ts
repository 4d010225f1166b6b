import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { type AppRecord, appFields } from './app-record.js';

/** The app of an id within the caller's scope, or null; one statement. */
export async function getApp(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<AppRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await context.database.first(sql<AppRecord>`
    select ${someColumns(appFields, input.fields, ['id', 'workspaceId'])} from apps a
    where a.id = ${input.id} and ${inScope('a.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
