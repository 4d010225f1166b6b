import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import type { FullAppVersionRecord } from './app-version-record.js';
import { lockApp } from './delete-app.js';
import { validateVersionDefinition } from './version-definition.js';

export interface CreateAppVersionInput {
  readonly appId: string;
  readonly name: string;
  /** The shape that `version-definition.ts` checks; unchangeable once stored. */
  readonly definition: unknown;
}

/** Creates a version of an app. Throws VALIDATION_FAILED, APP_NOT_FOUND and VERSION_NAME_TAKEN. */
export async function createAppVersion(
  context: Context,
  input: CreateAppVersionInput,
): Promise<FullAppVersionRecord> {
  const name = parseName(input.name, 'name');
  const checked = validateVersionDefinition(input.definition);
  if ('problems' in checked) {
    throw DomainError.of('VALIDATION_FAILED', { problems: checked.problems });
  }
  return context.database.transaction(async (connection) => {
    const app = await lockApp(context, connection, input.appId);
    const createdAt = context.now().toISOString();
    const version = {
      id: context.newId(),
      appId: app.id,
      workspaceId: app.workspaceId,
      name,
      definition: checked.definition,
      createdAt,
    };
    await onConstraint(
      { app_versions_name_unique: () => DomainError.of('VERSION_NAME_TAKEN', { name }) },
      () =>
        connection.rows(sql`
        insert into app_versions (id, workspace_id, app_id, name, definition, created_at)
        values (${version.id}, ${app.workspaceId}, ${app.id}, ${name},
          ${JSON.stringify(checked.definition)}::json, ${createdAt})`),
    );
    await connection.rows(
      auditEntry(context, {
        workspaceId: app.workspaceId,
        action: 'app_version.created',
        subject: { type: 'app_version', id: version.id, name },
        changes: { appId: app.id, name },
      }),
    );
    return version;
  });
}
