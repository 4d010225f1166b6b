import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.js';
import { someColumns } from '../database/fields.js';
import { orderOf, type SortKey } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere, type WhereFields } from '../database/where.js';
import { type GitPushRecord, gitPushFields } from './git-push-record.js';

/** The history is sorted by time, which is the order of its ids. */
export type GitPushOrderField = 'startedAt';

const order: Readonly<Record<GitPushOrderField, SortKey | undefined>> = { startedAt: undefined };

const where: WhereFields = {
  id: { column: sql`p.id`, type: 'uuid' },
  appId: { column: sql`p.app_id`, type: 'uuid' },
  versionId: { column: sql`p.version_id`, type: 'uuid' },
  outcome: { column: sql`p.outcome`, type: 'text' },
  actorName: { column: sql`p.actor_name`, type: 'text' },
  errorCode: { column: sql`p.error_code`, type: 'text' },
  startedAt: { column: sql`p.started_at`, type: 'timestamptz' },
};

/** The same page of the push history of each app, oldest first unless told otherwise, by app; one statement. */
export function listAppGitPushes(
  context: Context,
  appIds: readonly string[],
  input: ListInput<GitPushOrderField>,
): Promise<Map<string, Page<GitPushRecord>>> {
  return list(context, appIds, input, sql`p.app_id = ${PARENT}`);
}

/** The same page of the push history of each workspace, that of deleted apps included; one statement. */
export function listWorkspaceGitPushes(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<GitPushOrderField>,
): Promise<Map<string, Page<GitPushRecord>>> {
  return list(context, workspaceIds, input, sql`p.workspace_id = ${PARENT}`);
}

function list(
  context: Context,
  parents: readonly string[],
  input: ListInput<GitPushOrderField>,
  of: RawBuilder<unknown>,
): Promise<Map<string, Page<GitPushRecord>>> {
  return readPages(context.database, parents, input.page, {
    columns: someColumns(gitPushFields, input.fields, ['id']),
    from: sql`from git_pushes p where ${of} and ${inScope('p.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, where)}`,
    id: 'p.id',
    order: orderOf(input.orderBy, order),
    count: input.count ?? false,
  });
}
