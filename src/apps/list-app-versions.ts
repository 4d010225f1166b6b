import { sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere } from '../database/where.js';
import { type AppVersionOrderField, appVersionOrder, appVersionWhere } from './app-list.js';
import { appVersionFields, type FullAppVersionRecord } from './app-version-record.js';

/** The same page of the versions of each app, by app; one statement. */
export function listAppVersions(
  context: Context,
  appIds: readonly string[],
  input: ListInput<AppVersionOrderField>,
): Promise<Map<string, Page<FullAppVersionRecord>>> {
  return readPages(context.database, appIds, input.page, {
    columns: someColumns(appVersionFields, input.fields, ['id', 'workspaceId', 'appId']),
    from: sql`from app_versions v where v.app_id = ${PARENT}
      and ${inScope('v.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, appVersionWhere)}`,
    id: 'v.id',
    order: orderOf(input.orderBy, appVersionOrder),
    count: input.count ?? false,
  });
}
