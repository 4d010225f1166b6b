import { sql } from 'kysely';
import type { Context } from '../context.js';
import { inScope } from '../database/sql.js';
import type { EnvironmentRecord } from './environment-record.js';
import { environmentColumns } from './environment-record.js';

/** The environments of each workspace in the order of promotion, by workspace; one statement. */
export async function listEnvironments(
  context: Context,
  workspaceIds: readonly string[],
): Promise<Map<string, EnvironmentRecord[]>> {
  const rows = await context.database.rows(sql<EnvironmentRecord>`
    select ${environmentColumns} from environments e
    where e.workspace_id = any(${workspaceIds}::uuid[])
      and ${inScope('e.workspace_id', context.principal.workspaceId)}
    order by e.workspace_id, e.position, e.id`);
  return Map.groupBy(rows, (row) => row.workspaceId);
}
