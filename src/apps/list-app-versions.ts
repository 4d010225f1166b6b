import { sql } from 'kysely';
import type { Context } from '../context.js';
import { type Page, type PageInput, readPage } from '../database/page.js';
import type { AppRecord } from './app-record.js';
import { type AppVersionRecord, appVersionColumns } from './app-version-record.js';

/** One page of an app's versions, oldest first. */
export function listAppVersions(
  context: Context,
  app: Pick<AppRecord, 'id' | 'workspaceId'>,
  page: PageInput,
): Promise<Page<AppVersionRecord>> {
  return readPage(context.database, page, {
    columns: appVersionColumns,
    from: sql`from app_versions v where v.app_id = ${app.id} and v.workspace_id = ${app.workspaceId}`,
    id: 'v.id',
  });
}
