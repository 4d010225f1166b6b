import { type RawBuilder, sql } from 'kysely';

/** A timestamp column as ISO 8601 in UTC with milliseconds; cheaper than a Date that is printed again. */
export function iso(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A list as one bound parameter that `jsonb_to_recordset` turns into rows. */
export function jsonRows(rows: readonly unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(rows)}::jsonb`;
}

/** True when a workspace is the scope's, or when the scope is the whole instance. */
export function inScope(column: string, workspaceId: string | null): RawBuilder<boolean> {
  return workspaceId === null ? sql`true` : sql`${sql.ref(column)} = ${workspaceId}::uuid`;
}
