import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { inScope } from '../database/sql.js';
import { isUuid } from '../uuid.js';
import { appVersionFields, type FullAppVersionRecord } from './app-version-record.js';

/** The version of an id within the caller's scope, or null; one statement. */
export async function getAppVersion(
  context: Context,
  input: { readonly id: string; readonly fields?: Fields },
): Promise<FullAppVersionRecord | null> {
  if (!isUuid(input.id)) {
    return null;
  }
  const row = await context.database.first(sql<FullAppVersionRecord>`
    select ${someColumns(appVersionFields, input.fields, ['id', 'workspaceId', 'appId'])} from app_versions v
    where v.id = ${input.id} and ${inScope('v.workspace_id', context.principal.workspaceId)}`);
  return row ?? null;
}
