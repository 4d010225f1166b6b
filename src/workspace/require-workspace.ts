import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';

/**
 * Makes sure that a workspace exists and that the caller may see it, in one statement.
 * A workspace of somebody else answers exactly as one that does not exist: WORKSPACE_NOT_FOUND.
 */
export async function requireWorkspace(
  context: Context,
  connection: Connection,
  id: string,
): Promise<{ readonly id: string; readonly hasAdmin: boolean }> {
  const found = mayEnter(context, id)
    ? await connection.first(sql<{ id: string; hasAdmin: boolean }>`
        select w.id, exists (
          select from users u where u.workspace_id = w.id and u.role = 'admin' and u.status = 'active'
        ) as "hasAdmin"
        from workspaces w where w.id = ${id}`)
    : undefined;
  if (!found) {
    throw DomainError.of('WORKSPACE_NOT_FOUND', { id });
  }
  return found;
}

/** True when the caller's token reaches a workspace; malformed ids reach nothing. */
export function mayEnter(context: Context, workspaceId: string): boolean {
  const { workspaceId: bound } = context.principal;
  return isUuid(workspaceId) && (bound === null || bound === workspaceId);
}
