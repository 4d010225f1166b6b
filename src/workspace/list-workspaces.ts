import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf, type SortKey, textKey, timeKey } from '../database/order.js';
import { type ListInput, type Page, readPage } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere, type WhereFields } from '../database/where.js';
import { type WorkspaceRecord, workspaceFields } from './workspace-record.js';

/** What lists of workspaces can be sorted by; ids are in order of creation. */
export type WorkspaceOrderField = 'createdAt' | 'updatedAt' | 'name';

const order: Readonly<Record<WorkspaceOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  updatedAt: timeKey('updatedAt', 'w.updated_at'),
  name: textKey('name', 'w.name'),
};

const where: WhereFields = {
  id: { column: sql`w.id`, type: 'uuid' },
  name: { column: sql`w.name`, type: 'text' },
  createdAt: { column: sql`w.created_at`, type: 'timestamptz' },
  updatedAt: { column: sql`w.updated_at`, type: 'timestamptz' },
};

/** One page of the workspaces that the caller's token reaches. */
export function listWorkspaces(
  context: Context,
  input: ListInput<WorkspaceOrderField>,
): Promise<Page<WorkspaceRecord>> {
  return readPage(context.database, input.page, {
    columns: someColumns(workspaceFields, input.fields, ['id']),
    from: sql`from workspaces w where ${inScope('w.id', context.principal.workspaceId)}
      and ${compileWhere(input.where, where)}`,
    id: 'w.id',
    order: orderOf(input.orderBy, order),
    count: input.count ?? false,
  });
}
