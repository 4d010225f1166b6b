import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.js';
import { inScope } from '../database/sql.js';

/** The lists of a workspace that triggers keep count of. */
export type CountedList = 'users' | 'groups' | 'provisioned_resources';

/**
 * How many rows of a list a workspace has, of one type or of all: a scalar whose cost does not grow with
 * the list.
 */
export function countedRows(
  { principal }: Context,
  workspaceId: RawBuilder<unknown>,
  list: CountedList,
  type?: string,
): RawBuilder<number> {
  const ofType = type === undefined ? sql`true` : sql`c.type = ${type}`;
  return sql`(select coalesce(sum(c.total), 0)::int from row_counts c
    where c.workspace_id = ${workspaceId} and ${inScope('c.workspace_id', principal.workspaceId)}
      and c.list = ${list} and ${ofType})`;
}
