import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseEnvironmentName } from './environment-name.js';
import type { EnvironmentRecord } from './environment-record.js';
import { lockWorkspace } from './lock-workspace.js';

export interface CreateEnvironmentInput {
  readonly workspaceId: string;
  readonly name: string;
}

/**
 * Creates an environment at the end of the order of promotion.
 * Throws VALIDATION_FAILED, WORKSPACE_NOT_FOUND and ENVIRONMENT_NAME_TAKEN.
 */
export async function createEnvironment(
  context: Context,
  input: CreateEnvironmentInput,
): Promise<EnvironmentRecord> {
  const name = parseEnvironmentName(input.name);
  return context.database.transaction(async (connection) => {
    const workspace = await lockWorkspace(context, connection, input.workspaceId);
    const id = context.newId();
    const row = await onConstraint(
      { environments_name_unique: () => DomainError.of('ENVIRONMENT_NAME_TAKEN', { name }) },
      () =>
        connection.first(sql<{ position: number }>`
          insert into environments (id, workspace_id, name, position)
          select ${id}, ${workspace.id}, ${name}, coalesce(max(e.position) + 1, 0)
          from environments e where e.workspace_id = ${workspace.id}
          returning position`),
    );
    const { position } = row as { position: number };
    await connection.rows(
      auditEntry(context, {
        workspaceId: workspace.id,
        action: 'environment.created',
        subject: { type: 'environment', id, name },
        changes: { name, position },
      }),
    );
    return { id, workspaceId: workspace.id, name, position, builtIn: false };
  });
}
