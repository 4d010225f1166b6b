import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { mayEnter } from './require-workspace.js';
import { type WorkspaceRecord, workspaceFields } from './workspace-record.js';

/** The workspace of an id, or null when there is none or the caller's token does not reach it. */
export async function getWorkspace(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<WorkspaceRecord | null> {
  if (!mayEnter(context, input.id)) {
    return null;
  }
  const row = await context.database.first(sql<WorkspaceRecord>`
    select ${someColumns(workspaceFields, input.fields, ['id'])} from workspaces w where w.id = ${input.id}`);
  return row ?? null;
}
