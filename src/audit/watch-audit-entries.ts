import type { Context } from '../context.js';
import type { Where } from '../database/where.js';
import type { AuditEntryRecord } from './audit-entry-record.js';
import { readAuditEntries } from './list-audit-entries.js';

/** The entries within the caller's scope that satisfy a condition, as they are committed. */
export async function watchAuditEntries(
  context: Context,
  where: Where | null | undefined,
): Promise<AsyncIterable<AuditEntryRecord>> {
  const signal = context.signal ?? new AbortController().signal;
  const batches = await context.auditFeed.watch(signal);
  return (async function* () {
    for await (const ids of batches) {
      yield* await readAuditEntries(context, ids, { where });
    }
  })();
}
