import { sql } from 'kysely';
import { changedFields } from '../audit/changed-fields.js';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import type { DataSourceRecord } from './data-source-record.js';
import { lockDataSource } from './lock-data-source.js';

/** What is absent stays as it is. */
export interface UpdateDataSourceInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
}

/**
 * Changes a data source; an update that changes nothing writes nothing.
 * Throws VALIDATION_FAILED, DATA_SOURCE_NOT_FOUND and DATA_SOURCE_NAME_TAKEN.
 */
export async function updateDataSource(
  context: Context,
  input: UpdateDataSourceInput,
): Promise<DataSourceRecord> {
  const name = input.name === undefined ? undefined : parseName(input.name, 'name');
  const kind = input.kind === undefined ? undefined : parseName(input.kind, 'kind');
  return context.database.transaction(async (connection) => {
    const source = await lockDataSource(context, connection, input.id);
    const { changes, previous, none } = changedFields(source, { name, kind });
    if (none) {
      return source;
    }
    const updated = { ...source, ...changes, updatedAt: context.now().toISOString() };
    await onConstraint(
      { data_sources_name_unique: () => DomainError.of('DATA_SOURCE_NAME_TAKEN', { name: updated.name }) },
      () =>
        connection.rows(sql`
          update data_sources set name = ${updated.name}, kind = ${updated.kind}, updated_at = ${updated.updatedAt}
          where id = ${source.id} and workspace_id = ${source.workspaceId}`),
    );
    await connection.rows(
      auditEntry(context, {
        workspaceId: source.workspaceId,
        action: 'data_source.updated',
        subject: { type: 'data_source', id: source.id, name: updated.name },
        changes,
        previous,
      }),
    );
    return updated;
  });
}
