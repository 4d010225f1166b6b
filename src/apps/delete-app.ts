import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type AppRecord, appColumns } from './app-record.js';

/**
 * Deletes an app with its versions and takes it out of rules; a rule that names nothing any more goes
 * too. Gives what the app was; throws APP_NOT_FOUND.
 */
export function deleteApp(context: Context, input: { readonly id: string }): Promise<AppRecord> {
  return context.database.transaction(async (connection) => {
    const app = await lockApp(context, connection, input.id);
    await connection.rows(sql`
      with unnamed as (delete from permission_rule_apps where app_id = ${app.id} returning rule_id)
      delete from permission_rules r using unnamed
      where r.id = unnamed.rule_id and r.workspace_id = ${app.workspaceId} and not exists (
        select from permission_rule_apps other where other.rule_id = r.id and other.app_id <> ${app.id})`);
    await connection.rows(sql`
      delete from apps where id = ${app.id} and workspace_id = ${app.workspaceId}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: app.workspaceId,
        action: 'app.deleted',
        subject: { type: 'app', id: app.id, name: app.name },
        changes: {},
      }),
    );
    return app;
  });
}

/** Locks the row of an app that is about to change and gives it; throws APP_NOT_FOUND. */
export async function lockApp(context: Context, connection: Connection, id: string): Promise<AppRecord> {
  const app = isUuid(id)
    ? await connection.first(sql<AppRecord>`
        select ${appColumns} from apps a
        where a.id = ${id} and ${inScope('a.workspace_id', context.principal.workspaceId)} for update of a`)
    : undefined;
  if (!app) {
    throw DomainError.of('APP_NOT_FOUND', { id });
  }
  return app;
}
