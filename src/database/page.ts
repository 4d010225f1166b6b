import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import type { Connection } from './database.js';

export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;

/** Relay's paging arguments; cursors are opaque to callers. */
export interface PageInput {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** One page in ascending order of id, and whether there is more on either side of it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The cursor of a row: its id, wrapped so that nobody builds on what is inside. */
export function cursorOf(row: { readonly id: string }): string {
  return Buffer.from(row.id).toString('base64url');
}

/**
 * Reads one page by keyset, so that page 900 costs what page 1 does. `select` must yield an `id`
 * column; `from` is everything from FROM up to and including WHERE and a condition.
 */
export async function readPage<Row extends { readonly id: string }>(
  connection: Connection,
  input: PageInput,
  query: { readonly columns: RawBuilder<Row>; readonly from: RawBuilder<unknown>; readonly id: string },
): Promise<Page<Row>> {
  const backwards = input.last != null;
  const size = pageSize(input);
  const id = sql.ref(query.id);
  const after = input.after == null ? sql`` : sql` and ${id} > ${decodeCursor('after', input.after)}::uuid`;
  const before =
    input.before == null ? sql`` : sql` and ${id} < ${decodeCursor('before', input.before)}::uuid`;
  const rows = await connection.rows(sql<Row>`
    select ${query.columns} ${query.from}${after}${before}
    order by ${id} ${backwards ? sql`desc` : sql`asc`} limit ${size + 1}`);
  const more = rows.length > size;
  const page = rows.slice(0, size);
  return {
    rows: backwards ? page.reverse() : page,
    hasNextPage: backwards ? input.before != null : more,
    hasPreviousPage: backwards ? more : input.after != null,
  };
}

function pageSize(input: PageInput): number {
  if (input.first != null && input.last != null) {
    throw invalid('first', 'cannot be given together with last');
  }
  const [name, size] =
    input.last != null ? ['last', input.last] : ['first', input.first ?? DEFAULT_PAGE_SIZE];
  if (size < 0 || size > MAX_PAGE_SIZE) {
    throw invalid(name as string, `must be from 0 to ${MAX_PAGE_SIZE}`);
  }
  return size;
}

function decodeCursor(name: string, cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!isUuid(id)) {
    throw invalid(name, 'is not a cursor that this list gave out');
  }
  return id;
}

function invalid(path: string, message: string): DomainError {
  return DomainError.of('VALIDATION_FAILED', { problems: [{ path, message }] });
}
