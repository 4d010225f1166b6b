import { defineEntity, p } from '@mikro-orm/core';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  indexes: [
    { name: 'audit_entries_workspace_index', properties: ['workspaceId', 'id'] },
    { name: 'audit_entries_subject_index', properties: ['subjectId', 'id'] },
  ],
  properties: {
    id: p.uuid().primary(),
    /** No foreign keys: an entry outlives what it describes. */
    workspaceId: p.uuid().nullable(),
    at: p.datetime(3),
    actorKind: p.text().collation('C'),
    actorTokenId: p.uuid().nullable(),
    actorName: p.text().collation('C'),
    action: p.text().collation('C'),
    subjectType: p.text().collation('C'),
    subjectId: p.uuid().nullable(),
    subjectName: p.text().collation('C').nullable(),
    changes: p.json<Record<string, unknown>>(),
    previous: p.json<Record<string, unknown>>().nullable(),
    requestId: p.text().collation('C'),
  },
});

/** That a token did something to a subject, written in the transaction of what it describes. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
