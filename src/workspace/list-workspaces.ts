import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { type WorkspaceRecord, workspaceColumns } from './workspace-record.js';

/** One page of the workspaces that the caller's token reaches, in order of creation. */
export function listWorkspaces(context: Context, page: PageInput): Promise<Page<WorkspaceRecord>> {
  return readPage(context.database, page, {
    columns: workspaceColumns,
    from: sql`from workspaces w where ${inScope('w.id', context.principal.workspaceId)}`,
    id: 'w.id',
  });
}
