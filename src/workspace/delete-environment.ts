import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { EnvironmentRecord } from './environment-record.js';
import { lockEnvironment, requireCustom } from './lock-environment.js';

/**
 * Deletes an environment, closes the gap in the order of promotion, and gives what it was.
 * Throws ENVIRONMENT_NOT_FOUND, and ENVIRONMENT_BUILT_IN for those that every workspace has.
 */
export function deleteEnvironment(
  context: Context,
  input: { readonly id: string },
): Promise<EnvironmentRecord> {
  return context.database.transaction(async (connection) => {
    const environment = await lockEnvironment(context, connection, input.id);
    requireCustom(environment);
    await connection.rows(sql`
      with gone as (
        delete from environments where id = ${environment.id} and workspace_id = ${environment.workspaceId}
      )
      update environments set position = position - 1
      where workspace_id = ${environment.workspaceId} and position > ${environment.position}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: environment.workspaceId,
        action: 'environment.deleted',
        subject: { type: 'environment', id: environment.id, name: environment.name },
        changes: {},
      }),
    );
    return environment;
  });
}
