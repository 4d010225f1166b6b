import { sql } from 'kysely';
import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import { DomainError } from '../../errors.js';

/**
 * A token that is bound to a user may do what the user's role allows: everything for an active admin,
 * for anybody else nothing but read the user's own resource. Other tokens cost no statement. Throws
 * FORBIDDEN.
 */
export async function requireReach(
  context: Context,
  connection: Connection,
  read?: { readonly type: string; readonly id: string },
): Promise<void> {
  const { userId, workspaceId } = context.principal;
  if (userId === null) return;
  if (read?.type === 'User' && read.id === userId) return;
  const admin = await connection.first(sql`
    select u.id from users u
    where u.id = ${userId}::uuid and u.workspace_id = ${workspaceId}::uuid and u.role = 'admin' and u.status = 'active'`);
  if (admin) return;
  throw DomainError.of('FORBIDDEN', {
    reason: 'The token is bound to a user who is no admin: it may read that user and nothing else.',
  });
}
