import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import { type DataSourceRecord, dataSourceColumns } from './data-source-record.js';

/** One page of a workspace's data sources, in order of creation. */
export function listDataSources(
  context: Context,
  workspaceId: string,
  page: PageInput,
): Promise<Page<DataSourceRecord>> {
  return readPage(context.database, page, {
    columns: dataSourceColumns,
    from: sql`from data_sources d where d.workspace_id = ${workspaceId}`,
    id: 'd.id',
  });
}
