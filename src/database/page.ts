import { type RawBuilder, sql } from 'kysely';
import { type Cursor, cursorOf, type PageWindow, windowOf } from './cursor.js';
import type { Connection } from './database.js';
import type { Fields } from './fields.js';
import type { Order, OrderInput } from './order.js';
import type { Where } from './where.js';

/** Relay's paging arguments; cursors are opaque to callers. */
export interface PageInput {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** What a caller may say of a list: which page, of which rows, in which order, and which of their fields. */
export interface ListInput<OrderField extends string> {
  readonly page: PageInput;
  readonly where?: Where | null | undefined;
  readonly orderBy?: OrderInput<OrderField> | null | undefined;
  readonly fields?: Fields;
  /** Whether the whole list is to be counted. */
  readonly count?: boolean;
}

/** One page of a list, the cursor of each of its rows, and whether there is more on either side of it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** How many rows the whole list has; counted only when it was asked for. */
  readonly totalCount?: number;
}

/** A list as SQL: `from` is everything from FROM up to and including WHERE and a condition. */
export interface PageQuery<Row> {
  /** Must yield an `id`. */
  readonly columns: RawBuilder<Row>;
  readonly from: RawBuilder<unknown>;
  /** The column that `id` is. */
  readonly id: string;
  readonly order?: Order;
  readonly count?: boolean;
  /** The number of rows of PARENT's list, where something else than counting them tells it. */
  readonly total?: RawBuilder<number> | undefined;
}

/** The parent that a row of `readPages` belongs to, for use in its `from`. */
export const PARENT = sql.ref('parent.id');

const BY_ID: Order = { key: undefined, direction: 'asc' };
const NO_PARENT = '00000000-0000-0000-0000-000000000000';

/** Reads one page by keyset, so that page 900 costs what page 1 does. */
export async function readPage<Row extends { readonly id: string }>(
  connection: Connection,
  input: PageInput,
  query: PageQuery<Row>,
): Promise<Page<Row>> {
  const pages = await readPages(connection, [NO_PARENT], input, query);
  return pages.get(NO_PARENT) as Page<Row>;
}

/**
 * Reads the same page of the lists of many parents in one statement (two when the lists are to be
 * counted), whatever their number: each parent's page comes from a lateral join of its own.
 */
export async function readPages<Row extends { readonly id: string }>(
  connection: Connection,
  parents: readonly string[],
  input: PageInput,
  query: PageQuery<Row>,
): Promise<Map<string, Page<Row>>> {
  const order = query.order ?? BY_ID;
  const window = windowOf(input, order);
  const ids = [...new Set(parents)];
  const rows = ids.length === 0 ? [] : await connection.rows(pageStatement(ids, window, order, query));
  const counts = query.count && ids.length > 0 ? await countRows(connection, ids, query) : undefined;
  const byParent = Map.groupBy(rows, (row) => row.parentId);
  return new Map(
    ids.map((id) => {
      const page = toPage(byParent.get(id) ?? [], window, order);
      return [id, counts ? { ...page, totalCount: counts.get(id) ?? 0 } : page];
    }),
  );
}

type PageRow<Row> = Row & { readonly parentId: string; readonly sortKey: string | null };

function pageStatement<Row>(
  ids: readonly string[],
  window: PageWindow,
  order: Order,
  query: PageQuery<Row>,
): RawBuilder<PageRow<Row>> {
  const id = sql.ref(query.id);
  const descending = (order.direction === 'desc') !== window.backwards;
  const direction = descending ? sql`desc` : sql`asc`;
  const { key } = order;
  const sortKey = key ? key.text : sql`null`;
  const inner = key ? sql`${key.expression} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`;
  const ascending = order.direction === 'asc';
  return sql`
    select page.*, parent.id as "parentId"
    from unnest(${ids}::uuid[]) with ordinality as parent(id, position)
    cross join lateral (
      select ${query.columns}, ${sortKey} as "sortKey"
      ${query.from}${beyond(id, order, window.after, ascending)}${beyond(id, order, window.before, !ascending)}
      order by ${inner} limit ${window.size + 1}
    ) page
    order by parent.position, page."sortKey" collate "C" ${direction}, page.id ${direction}`;
}

/** The rows on the far side of a cursor; a row comparison, which an index on key and id serves. */
function beyond(
  id: RawBuilder<unknown>,
  { key }: Order,
  cursor: Cursor | undefined,
  greater: boolean,
): RawBuilder<unknown> {
  if (!cursor) {
    return sql``;
  }
  const operator = greater ? sql`>` : sql`<`;
  return key
    ? sql` and (${key.expression}, ${id}) ${operator} (${cursor.key}::${sql.raw(key.type)}, ${cursor.id}::uuid)`
    : sql` and ${id} ${operator} ${cursor.id}::uuid`;
}

function toPage<Row extends { readonly id: string }>(
  found: readonly PageRow<Row>[],
  window: PageWindow,
  order: Order,
): Page<Row> {
  const more = found.length > window.size;
  const taken = found.slice(0, window.size);
  const rows = window.backwards ? taken.reverse() : taken;
  return {
    rows,
    cursors: rows.map((row) => cursorOf(order, row)),
    hasNextPage: window.backwards ? window.before !== undefined : more,
    hasPreviousPage: window.backwards ? more : window.after !== undefined,
  };
}

async function countRows<Row>(
  connection: Connection,
  ids: readonly string[],
  query: PageQuery<Row>,
): Promise<Map<string, number>> {
  const total = query.total ?? sql`(select count(*)::int ${query.from})`;
  const rows = await connection.rows(sql<{ id: string; total: number }>`
    select parent.id, ${total} as total from unnest(${ids}::uuid[]) as parent(id)`);
  return new Map(rows.map((row) => [row.id, row.total]));
}
