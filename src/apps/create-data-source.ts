import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import type { DataSourceRecord } from './data-source-record.js';

export interface CreateDataSourceInput {
  readonly workspaceId: string;
  readonly name: string;
  /** What it connects to, such as `postgresql`. */
  readonly kind: string;
}

/** Creates a data source. Throws VALIDATION_FAILED, WORKSPACE_NOT_FOUND and DATA_SOURCE_NAME_TAKEN. */
export async function createDataSource(
  context: Context,
  input: CreateDataSourceInput,
): Promise<DataSourceRecord> {
  const now = context.now().toISOString();
  const source: DataSourceRecord = {
    id: context.newId(),
    workspaceId: input.workspaceId,
    name: parseName(input.name, 'name'),
    kind: parseName(input.kind, 'kind'),
    createdAt: now,
    updatedAt: now,
  };
  return context.database.transaction(async (connection) => {
    await requireWorkspace(context, connection, input.workspaceId);
    await onConstraint(
      { data_sources_name_unique: () => DomainError.of('DATA_SOURCE_NAME_TAKEN', { name: source.name }) },
      () =>
        connection.rows(sql`
          insert into data_sources (id, workspace_id, name, kind, created_at, updated_at)
          values (${source.id}, ${source.workspaceId}, ${source.name}, ${source.kind}, ${now}, ${now})`),
    );
    await connection.rows(
      auditEntry(context, {
        workspaceId: source.workspaceId,
        action: 'data_source.created',
        subject: { type: 'data_source', id: source.id, name: source.name },
        changes: { name: source.name, kind: source.kind },
      }),
    );
    return source;
  });
}
