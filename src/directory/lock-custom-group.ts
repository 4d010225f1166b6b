import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { type GroupRecord, groupColumns } from './group-record.js';

/**
 * Locks the row of a group that is about to change and gives it, in one statement.
 * Throws GROUP_NOT_FOUND, or ROLE_GROUP_IMMUTABLE for the groups that stand for roles.
 */
export async function lockCustomGroup(
  context: Context,
  connection: Connection,
  id: string,
): Promise<GroupRecord> {
  const group = isUuid(id)
    ? await connection.first(sql<GroupRecord>`
        select ${groupColumns} from groups g
        where g.id = ${id} and ${inScope('g.workspace_id', context.principal.workspaceId)} for update of g`)
    : undefined;
  if (!group) {
    throw DomainError.of('GROUP_NOT_FOUND', { id });
  }
  if (group.type === 'default') {
    throw DomainError.of('ROLE_GROUP_IMMUTABLE', { name: group.name });
  }
  return group;
}
