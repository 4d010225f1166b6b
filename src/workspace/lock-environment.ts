import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type EnvironmentRecord, environmentColumns } from './environment-record.js';

/**
 * Locks an environment that is about to change, with its workspace, so that changes of one order of
 * promotion come one after another. Throws ENVIRONMENT_NOT_FOUND.
 */
export async function lockEnvironment(
  context: Context,
  connection: Connection,
  id: string,
): Promise<EnvironmentRecord> {
  const environment = isUuid(id)
    ? await connection.first(sql<EnvironmentRecord>`
        select ${environmentColumns} from environments e join workspaces w on w.id = e.workspace_id
        where e.id = ${id} and ${inScope('e.workspace_id', context.principal.workspaceId)}
        for update of e, w`)
    : undefined;
  if (!environment) {
    throw DomainError.of('ENVIRONMENT_NOT_FOUND', { id });
  }
  return environment;
}

/** Throws ENVIRONMENT_BUILT_IN for the environments that every workspace has. */
export function requireCustom(environment: EnvironmentRecord): void {
  if (environment.builtIn) {
    throw DomainError.of('ENVIRONMENT_BUILT_IN', { name: environment.name });
  }
}
