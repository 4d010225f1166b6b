import { sql } from 'kysely';
import { changedFields } from '../audit/changed-fields.js';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { parseName } from '../names.js';
import { lockWorkspace } from './lock-workspace.js';
import type { WorkspaceRecord } from './workspace-record.js';

/** What is absent stays as it is. */
export interface UpdateWorkspaceInput {
  readonly id: string;
  readonly name?: string | undefined;
}

/** Changes a workspace; an update that changes nothing writes nothing. Throws VALIDATION_FAILED and WORKSPACE_NOT_FOUND. */
export async function updateWorkspace(
  context: Context,
  input: UpdateWorkspaceInput,
): Promise<WorkspaceRecord> {
  const name = input.name === undefined ? undefined : parseName(input.name, 'name');
  return context.database.transaction(async (connection) => {
    const workspace = await lockWorkspace(context, connection, input.id);
    const { changes, previous, none } = changedFields(workspace, { name });
    if (none) {
      return workspace;
    }
    const updated = { ...workspace, ...changes, updatedAt: context.now().toISOString() };
    await connection.rows(sql`
      update workspaces set name = ${updated.name}, updated_at = ${updated.updatedAt}
      where id = ${workspace.id}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: workspace.id,
        action: 'workspace.updated',
        subject: { type: 'workspace', id: workspace.id, name: updated.name },
        changes,
        previous,
      }),
    );
    return updated;
  });
}
