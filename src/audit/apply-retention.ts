import { sql } from 'kysely';
import type { Database } from '../database/database.js';
import { firstUuidAt } from '../uuid.js';

const BATCH = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes the entries that are older than `days`, in batches that hold no lock for long; gives their number. */
export async function applyRetention(
  database: Database,
  input: { readonly days: number; readonly now: Date },
): Promise<number> {
  const oldest = new Date(input.now.getTime() - input.days * DAY_MS);
  for (let total = 0; ; ) {
    // Ids are in order of time, so the primary key finds the old ones.
    const deleted = await database.rows(sql`
      delete from audit_entries where id in (
        select id from audit_entries
        where id < ${firstUuidAt(oldest)}::uuid and at < ${oldest.toISOString()}
        order by id limit ${BATCH})
      returning id`);
    total += deleted.length;
    if (deleted.length < BATCH) {
      return total;
    }
  }
}

/** Applies the retention now and then every hour until the returned function is called; 0 days keep everything. */
export function keepRetention(options: {
  readonly days: number;
  readonly database: () => Database;
  readonly now: () => Date;
  readonly report: (error: unknown) => void;
}): () => void {
  if (options.days === 0) {
    return () => {};
  }
  const apply = () => {
    applyRetention(options.database(), { days: options.days, now: options.now() }).catch(options.report);
  };
  apply();
  const timer = setInterval(apply, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
