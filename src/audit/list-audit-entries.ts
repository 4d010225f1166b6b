import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.js';
import { type Fields, someColumns } from '../database/fields.js';
import { orderOf, type SortKey } from '../database/order.js';
import { type ListInput, PARENT, type Page, readPage, readPages } from '../database/page.js';
import { inScope } from '../database/sql.js';
import { compileWhere, type Where } from '../database/where.js';
import { type AuditEntryRecord, auditEntryFields, auditEntryWhere } from './audit-entry-record.js';

/** The trail is sorted by time, which is the order of its ids. */
export type AuditEntryOrderField = 'at';

const order: Readonly<Record<AuditEntryOrderField, SortKey | undefined>> = { at: undefined };

/** One page of the audit trail within the caller's scope, newest first unless told otherwise. */
export function listAuditEntries(
  context: Context,
  input: ListInput<AuditEntryOrderField>,
): Promise<Page<AuditEntryRecord>> {
  return readPage(context.database, input.page, queryOf(context, input, sql`true`));
}

/** The same page of the audit trail of each workspace, by workspace; one statement. */
export function listWorkspaceAuditEntries(
  context: Context,
  workspaceIds: readonly string[],
  input: ListInput<AuditEntryOrderField>,
): Promise<Map<string, Page<AuditEntryRecord>>> {
  const query = queryOf(context, input, sql`e.workspace_id = ${PARENT}`);
  return readPages(context.database, workspaceIds, input.page, query);
}

/** The same page of what happened to each subject, by subject; one statement. */
export function listSubjectAuditEntries(
  context: Context,
  subjectIds: readonly string[],
  input: ListInput<AuditEntryOrderField>,
): Promise<Map<string, Page<AuditEntryRecord>>> {
  const query = queryOf(context, input, sql`e.subject_id = ${PARENT}`);
  return readPages(context.database, subjectIds, input.page, query);
}

/** Those of some entries that are within the caller's scope and satisfy a condition, oldest first. */
export function readAuditEntries(
  context: Context,
  ids: readonly string[],
  input: { readonly where?: Where | null | undefined; readonly fields?: Fields },
): Promise<AuditEntryRecord[]> {
  const { columns, from } = queryOf(context, { ...input, page: {} }, sql`e.id = any(${ids}::uuid[])`);
  return context.database.rows(sql<AuditEntryRecord>`select ${columns} ${from} order by e.id`);
}

function queryOf(context: Context, input: ListInput<AuditEntryOrderField>, about: RawBuilder<unknown>) {
  return {
    columns: someColumns(auditEntryFields, input.fields, ['id']),
    from: sql`from audit_entries e where ${about}
      and ${inScope('e.workspace_id', context.principal.workspaceId)}
      and ${compileWhere(input.where, auditEntryWhere)}`,
    id: 'e.id',
    order: orderOf(input.orderBy, order, 'desc'),
    count: input.count ?? false,
  };
}
