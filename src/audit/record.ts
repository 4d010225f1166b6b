import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.js';

/** What happened: a verb on a noun, the noun's id and name, and which fields changed. Never a secret. */
export interface AuditEvent {
  readonly workspaceId: string | null;
  /** Noun first, past tense: `group.created`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string | null; readonly name: string | null };
  /** Field → its new value. A secret is only ever named, never shown. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Field → the value before, where there was one. */
  readonly previous?: Readonly<Record<string, unknown>>;
}

/** The statement that writes an entry; run it in the transaction of what it describes. */
export function auditEntry(context: Context, event: AuditEvent): RawBuilder<unknown> {
  const { principal } = context;
  return sql`
    insert into audit_entries (id, workspace_id, at, actor_kind, actor_token_id, actor_name, action,
      subject_type, subject_id, subject_name, changes, previous, request_id)
    values (${context.newId()}, ${event.workspaceId}, ${context.now().toISOString()}, ${principal.kind},
      ${principal.tokenId}, ${principal.tokenName}, ${event.action}, ${event.subject.type},
      ${event.subject.id}, ${event.subject.name}, ${JSON.stringify(event.changes)}::jsonb,
      ${event.previous ? JSON.stringify(event.previous) : null}::jsonb, ${context.requestId})`;
}
