import { sql } from 'kysely';
import type { TokenKind } from '../context.js';
import type { FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import type { WhereFields } from '../database/where.js';

/** An entry of the audit trail as readers see it; `at` is ISO 8601 in UTC with milliseconds. */
export interface AuditEntryRecord {
  readonly id: string;
  /** Null for what concerns the whole instance. */
  readonly workspaceId: string | null;
  readonly at: string;
  readonly action: string;
  readonly actorKind: TokenKind;
  /** Null for tokens of the environment and for what the program did itself. */
  readonly actorTokenId: string | null;
  readonly actorName: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  /** Field → its new value. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Field → the value before, where it was kept. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly requestId: string;
}

/** The fields of an AuditEntryRecord, of an `audit_entries` aliased `e`. */
export const auditEntryFields: FieldColumns<AuditEntryRecord> = {
  id: sql`e.id`,
  workspaceId: sql`e.workspace_id`,
  at: iso('e.at'),
  action: sql`e.action`,
  actorKind: sql`e.actor_kind`,
  actorTokenId: sql`e.actor_token_id`,
  actorName: sql`e.actor_name`,
  subjectType: sql`e.subject_type`,
  subjectId: sql`e.subject_id`,
  subjectName: sql`e.subject_name`,
  changes: sql`e.changes`,
  previous: sql`e.previous`,
  requestId: sql`e.request_id`,
};

/** What the audit trail can be narrowed by. */
export const auditEntryWhere: WhereFields = {
  id: { column: sql`e.id`, type: 'uuid' },
  workspaceId: { column: sql`e.workspace_id`, type: 'uuid' },
  at: { column: sql`e.at`, type: 'timestamptz' },
  action: { column: sql`e.action`, type: 'text' },
  actorKind: { column: sql`e.actor_kind`, type: 'text' },
  actorTokenId: { column: sql`e.actor_token_id`, type: 'uuid' },
  actorName: { column: sql`e.actor_name`, type: 'text' },
  subjectType: { column: sql`e.subject_type`, type: 'text' },
  subjectId: { column: sql`e.subject_id`, type: 'uuid' },
  subjectName: { column: sql`e.subject_name`, type: 'text' },
  requestId: { column: sql`e.request_id`, type: 'text' },
  changedFields: { column: sql`e.changes`, type: 'jsonb' },
};
