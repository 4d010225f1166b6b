import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { jsonRows } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import { defaultEnvironments } from '../workspace/environment.entity.js';
import type { WorkspaceRecord } from '../workspace/workspace-record.js';
import { insertUser } from './create-user.js';
import { flagColumns, permissionFlags } from './group.entity.js';
import { groupNameKey } from './group-name.js';
import { roles } from './user.entity.js';

export interface CreateWorkspaceInput {
  readonly name: string;
  /** The userName of the workspace's first admin; without one the workspace starts empty. */
  readonly adminUserName?: string | undefined;
  /** Given by the configuration's first workspace alone. */
  readonly id?: string;
}

/**
 * Creates a workspace with its three environments, its three role groups and, if named, its first admin.
 * Throws FORBIDDEN for a token that is bound to a workspace, and VALIDATION_FAILED.
 */
export async function createWorkspace(
  context: Context,
  input: CreateWorkspaceInput,
): Promise<WorkspaceRecord> {
  if (context.principal.workspaceId !== null) {
    throw DomainError.of('FORBIDDEN', { reason: 'A token bound to a workspace cannot create workspaces.' });
  }
  const name = parseName(input.name, 'name');
  const now = context.now().toISOString();
  const workspace: WorkspaceRecord = {
    id: input.id ?? context.newId(),
    name,
    createdAt: now,
    updatedAt: now,
  };
  return context.database.transaction(async (connection) => {
    await connection.rows(sql`
      insert into workspaces (id, name, created_at, updated_at)
      values (${workspace.id}, ${name}, ${now}, ${now})`);
    await insertEnvironments(context, connection, workspace.id);
    await insertRoleGroups(context, connection, workspace.id);
    if (input.adminUserName !== undefined) {
      await insertUser(context, connection, {
        workspaceId: workspace.id,
        userName: input.adminUserName,
        role: 'admin',
      });
    }
    await connection.rows(
      auditEntry(context, {
        workspaceId: workspace.id,
        action: 'workspace.created',
        subject: { type: 'workspace', id: workspace.id, name },
        changes: { name },
      }),
    );
    return workspace;
  });
}

function insertEnvironments(context: Context, connection: Connection, workspaceId: string) {
  const rows = defaultEnvironments.map((name, position) => ({ id: context.newId(), name, position }));
  return connection.rows(sql`
    insert into environments (id, workspace_id, name, position)
    select e.id, ${workspaceId}, e.name, e.position
    from jsonb_to_recordset(${jsonRows(rows)}) as e(id uuid, name text, position int)`);
}

/** Admin and builder have all ten flags, end-user none; their members follow each user's role. */
function insertRoleGroups(context: Context, connection: Connection, workspaceId: string) {
  const rows = roles.map((role) => ({
    id: context.newId(),
    role,
    key: groupNameKey(role),
    granted: role !== 'end-user',
  }));
  const now = context.now().toISOString();
  const columns = permissionFlags.map((flag) => sql.ref(flagColumns[flag]));
  const values = permissionFlags.map(() => sql`g.granted`);
  return connection.rows(sql`
    insert into groups (id, workspace_id, name, name_key, type, role, ${sql.join(columns)}, disabled, version,
      created_at, updated_at)
    select g.id, ${workspaceId}, g.role, g.key, 'default', g.role, ${sql.join(values)}, false, 1, ${now}, ${now}
    from jsonb_to_recordset(${jsonRows(rows)}) as g(id uuid, role text, key text, granted boolean)`);
}
