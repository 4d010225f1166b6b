import { sql } from 'kysely';
import { changedFields } from '../audit/changed-fields.js';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseEnvironmentName } from './environment-name.js';
import type { EnvironmentRecord } from './environment-record.js';
import { lockEnvironment, requireCustom } from './lock-environment.js';

/** What is absent stays as it is; a position past the end means the end. */
export interface UpdateEnvironmentInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly position?: number | undefined;
}

/**
 * Renames an environment or moves it in the order of promotion; the others make room. Throws
 * VALIDATION_FAILED, ENVIRONMENT_NOT_FOUND, ENVIRONMENT_NAME_TAKEN, and ENVIRONMENT_BUILT_IN for a new
 * name of one that every workspace has.
 */
export async function updateEnvironment(
  context: Context,
  input: UpdateEnvironmentInput,
): Promise<EnvironmentRecord> {
  const name = input.name === undefined ? undefined : parseEnvironmentName(input.name);
  if (input.position !== undefined && input.position < 0) {
    throw DomainError.of('VALIDATION_FAILED', {
      problems: [{ path: 'position', message: 'must not be negative' }],
    });
  }
  return context.database.transaction(async (connection) => {
    const environment = await lockEnvironment(context, connection, input.id);
    const order = await othersInOrder(connection, environment);
    const position = input.position === undefined ? undefined : Math.min(input.position, order.length);
    const { changes, previous, none } = changedFields(environment, { name, position });
    if (none) {
      return environment;
    }
    if (changes.name !== undefined) {
      requireCustom(environment);
    }
    const updated = { ...environment, ...changes };
    order.splice(updated.position, 0, environment.id);
    await onConstraint(
      { environments_name_unique: () => DomainError.of('ENVIRONMENT_NAME_TAKEN', { name: updated.name }) },
      () =>
        connection.rows(sql`
          update environments e set position = placed.position - 1,
            name = case when e.id = ${environment.id} then ${updated.name} else e.name end
          from unnest(${order}::uuid[]) with ordinality as placed(id, position)
          where e.id = placed.id and e.workspace_id = ${environment.workspaceId}`),
    );
    await connection.rows(
      auditEntry(context, {
        workspaceId: environment.workspaceId,
        action: 'environment.updated',
        subject: { type: 'environment', id: environment.id, name: updated.name },
        changes,
        previous,
      }),
    );
    return updated;
  });
}

async function othersInOrder(connection: Connection, environment: EnvironmentRecord): Promise<string[]> {
  const rows = await connection.rows(sql<{ id: string }>`
    select id from environments
    where workspace_id = ${environment.workspaceId} and id <> ${environment.id} order by position, id`);
  return rows.map((row) => row.id);
}
