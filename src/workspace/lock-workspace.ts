import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { DomainError } from '../errors.js';
import { mayEnter } from './require-workspace.js';
import { type WorkspaceRecord, workspaceColumns } from './workspace-record.js';

/** Locks the row of a workspace that is about to change and gives it; throws WORKSPACE_NOT_FOUND. */
export async function lockWorkspace(
  context: Context,
  connection: Connection,
  id: string,
): Promise<WorkspaceRecord> {
  const workspace = mayEnter(context, id)
    ? await connection.first(sql<WorkspaceRecord>`
        select ${workspaceColumns} from workspaces w where w.id = ${id} for update of w`)
    : undefined;
  if (!workspace) {
    throw DomainError.of('WORKSPACE_NOT_FOUND', { id });
  }
  return workspace;
}
