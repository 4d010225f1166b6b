import { sql } from 'kysely';
import { changedFields } from '../audit/changed-fields.js';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import type { AppRecord } from './app-record.js';
import { lockApp } from './delete-app.js';

/** What is absent stays as it is. Kind and slug never change. */
export interface UpdateAppInput {
  readonly id: string;
  readonly name?: string | undefined;
}

/**
 * Changes an app; an update that changes nothing writes nothing.
 * Throws VALIDATION_FAILED, APP_NOT_FOUND and APP_NAME_TAKEN.
 */
export async function updateApp(context: Context, input: UpdateAppInput): Promise<AppRecord> {
  const name = input.name === undefined ? undefined : parseName(input.name, 'name');
  return context.database.transaction(async (connection) => {
    const app = await lockApp(context, connection, input.id);
    const { changes, previous, none } = changedFields(app, { name });
    if (none) {
      return app;
    }
    const updated = { ...app, ...changes, updatedAt: context.now().toISOString() };
    await onConstraint(
      { apps_name_unique: () => DomainError.of('APP_NAME_TAKEN', { name: updated.name }) },
      () =>
        connection.rows(sql`
          update apps set name = ${updated.name}, updated_at = ${updated.updatedAt}
          where id = ${app.id} and workspace_id = ${app.workspaceId}`),
    );
    await connection.rows(
      auditEntry(context, {
        workspaceId: app.workspaceId,
        action: 'app.updated',
        subject: { type: 'app', id: app.id, name: updated.name },
        changes,
        previous,
      }),
    );
    return updated;
  });
}
