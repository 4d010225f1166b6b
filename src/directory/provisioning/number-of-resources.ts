import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.js';
import { countedRows } from '../counted-rows.js';
import type { TypeInUse } from './find-type.js';

/** How many resources of the types a workspace has in all, without looking at any. */
export function numberOfResources(
  context: Context,
  workspaceId: string,
  types: readonly TypeInUse[],
): RawBuilder<number> {
  const numbers = types.map(({ store }) =>
    countedRows(context, sql`${workspaceId}::uuid`, store.table, store.countedType),
  );
  return sql`(${sql.join(numbers, sql` + `)})`;
}
