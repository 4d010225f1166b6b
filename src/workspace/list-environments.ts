import { sql } from 'kysely';
import type { Context } from '../context.js';

export interface EnvironmentRecord {
  readonly id: string;
  readonly name: string;
}

/** The environments of a workspace in the order of promotion. */
export function listEnvironments(context: Context, workspaceId: string): Promise<EnvironmentRecord[]> {
  return context.database.rows(sql<EnvironmentRecord>`
    select id, name from environments where workspace_id = ${workspaceId} order by position, id`);
}
