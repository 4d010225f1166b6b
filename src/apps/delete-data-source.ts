import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { DataSourceRecord } from './data-source-record.js';
import { lockDataSource } from './lock-data-source.js';

/**
 * Deletes a data source and takes it out of rules; a rule that names nothing any more goes too.
 * Gives what the data source was; throws DATA_SOURCE_NOT_FOUND.
 */
export function deleteDataSource(
  context: Context,
  input: { readonly id: string },
): Promise<DataSourceRecord> {
  return context.database.transaction(async (connection) => {
    const source = await lockDataSource(context, connection, input.id);
    await connection.rows(sql`
      with unnamed as (
        delete from permission_rule_data_sources where data_source_id = ${source.id} returning rule_id)
      delete from permission_rules r using unnamed
      where r.id = unnamed.rule_id and r.workspace_id = ${source.workspaceId} and not exists (
        select from permission_rule_data_sources other
        where other.rule_id = r.id and other.data_source_id <> ${source.id})`);
    await connection.rows(sql`
      delete from data_sources where id = ${source.id} and workspace_id = ${source.workspaceId}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: source.workspaceId,
        action: 'data_source.deleted',
        subject: { type: 'data_source', id: source.id, name: source.name },
        changes: {},
      }),
    );
    return source;
  });
}
