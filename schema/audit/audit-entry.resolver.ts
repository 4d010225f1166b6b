import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  FieldResolver,
  Info,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { AuditEntryRecord } from '../../src/audit/audit-entry-record.js';
import { listAuditEntries } from '../../src/audit/list-audit-entries.js';
import { watchAuditEntries } from '../../src/audit/watch-audit-entries.js';
import type { Context } from '../../src/context.js';
import { type Connection, toConnection } from '../common/connection.js';
import { type Needs, toListInput } from '../common/list.js';
import { AuditEntryListArgs, AuditEntryWhere } from './audit-entry.args.js';
import {
  AuditActor,
  AuditEntry,
  AuditEntryConnection,
  AuditSubject,
  FieldChange,
} from './audit-entry.type.js';

/** Of what provisioning clients write, which may be personal, the trail keeps the names alone: a list of them. */
const ATTRIBUTES = 'attributes';

/** What the fields of an audit entry are made of, where the names differ. */
export const auditEntryNeeds: Needs = {
  actor: ['actorKind', 'actorTokenId', 'actorName'],
  subject: ['subjectType', 'subjectId', 'subjectName'],
  changes: ['changes', 'previous'],
};

@Resolver(() => AuditEntry)
export class AuditEntryResolver {
  @Authorized('admin')
  @Query(() => AuditEntryConnection, {
    description:
      'What happened within reach of the token, newest first. Older entries go when AUDIT_RETENTION_DAYS says so.',
  })
  async auditEntries(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Args(() => AuditEntryListArgs) args: AuditEntryListArgs,
  ): Promise<Connection<AuditEntry>> {
    return toConnection(await listAuditEntries(context, toListInput(args, info, auditEntryNeeds)));
  }

  @Authorized('admin')
  @Subscription(() => AuditEntry, {
    description: 'What happens within reach of the token from now on, within about a second.',
    subscribe: ({ args, context }) => watchAuditEntries(context as Context, args.where),
  })
  auditEntryAdded(
    @Root() entry: AuditEntryRecord,
    @Arg('where', () => AuditEntryWhere, { nullable: true, description: 'Only entries that satisfy this.' })
    _where: AuditEntryWhere | null | undefined,
  ): AuditEntry {
    return entry;
  }

  @FieldResolver(() => AuditActor, { description: 'Who acted.' })
  actor(@Root() entry: AuditEntryRecord): AuditActor {
    return { kind: entry.actorKind, tokenId: entry.actorTokenId, name: entry.actorName };
  }

  @FieldResolver(() => AuditSubject, { description: 'What it was about.' })
  subject(@Root() entry: AuditEntryRecord): AuditSubject {
    return { type: entry.subjectType, id: entry.subjectId, name: entry.subjectName };
  }

  @FieldResolver(() => [FieldChange], { description: 'Which fields changed; empty for a deletion.' })
  changes(@Root() entry: AuditEntryRecord): FieldChange[] {
    return Object.entries(entry.changes).flatMap(([field, value]) =>
      field === ATTRIBUTES && Array.isArray(value)
        ? value.map((name) => ({ field: String(name), value: null, previous: null }))
        : [{ field, value, previous: entry.previous?.[field] ?? null }],
    );
  }
}
