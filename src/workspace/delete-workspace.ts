import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { lockWorkspace } from './lock-workspace.js';
import type { WorkspaceRecord } from './workspace-record.js';

/**
 * Deletes a workspace with everything in it but its audit trail, and gives what it was. The name must be
 * repeated, since nothing brings a workspace back. Throws FORBIDDEN for a token that is bound to a
 * workspace, WORKSPACE_NOT_FOUND, and VALIDATION_FAILED for another name.
 */
export async function deleteWorkspace(
  context: Context,
  input: { readonly id: string; readonly name: string },
): Promise<WorkspaceRecord> {
  if (context.principal.workspaceId !== null) {
    throw DomainError.of('FORBIDDEN', { reason: 'A token bound to a workspace cannot delete workspaces.' });
  }
  return context.database.transaction(async (connection) => {
    const workspace = await lockWorkspace(context, connection, input.id);
    if (workspace.name !== input.name) {
      throw DomainError.of('VALIDATION_FAILED', {
        problems: [{ path: 'name', message: 'must repeat the name of the workspace exactly' }],
      });
    }
    await connection.rows(sql`delete from workspaces where id = ${workspace.id}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: workspace.id,
        action: 'workspace.deleted',
        subject: { type: 'workspace', id: workspace.id, name: workspace.name },
        changes: {},
      }),
    );
    return workspace;
  });
}
