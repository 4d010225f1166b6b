import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import type { Order } from './order.js';
import type { PageInput } from './page.js';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 50;

/** Where a row stands in a list: its sort key, if the list has one, and its id. */
export interface Cursor {
  readonly key: string | null;
  readonly id: string;
}

/** A page as it was asked for, checked. */
export interface PageWindow {
  readonly size: number;
  /** True when the page is counted from the end of the list. */
  readonly backwards: boolean;
  readonly after: Cursor | undefined;
  readonly before: Cursor | undefined;
}

/** The cursor of a row, wrapped so that nobody builds on what is inside. */
export function cursorOf(
  order: Order,
  row: { readonly id: string; readonly sortKey: string | null },
): string {
  const parts = order.key ? [row.id, order.key.name, row.sortKey] : [row.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Checks paging arguments; throws VALIDATION_FAILED for sizes out of range and cursors of another list. */
export function windowOf(input: PageInput, order: Order): PageWindow {
  if (input.first != null && input.last != null) {
    throw invalid('first', 'cannot be given together with last');
  }
  const [name, size] =
    input.last != null ? ['last', input.last] : ['first', input.first ?? DEFAULT_PAGE_SIZE];
  if (size < 0 || size > MAX_PAGE_SIZE) {
    throw invalid(name as string, `must be from 0 to ${MAX_PAGE_SIZE}`);
  }
  return {
    size,
    backwards: input.last != null,
    after: decode('after', input.after, order),
    before: decode('before', input.before, order),
  };
}

function decode(name: string, cursor: string | null | undefined, { key }: Order): Cursor | undefined {
  if (cursor == null) {
    return undefined;
  }
  const [id, keyName, value] = partsOf(cursor);
  const known = typeof id === 'string' && isUuid(id) && keyName === key?.name;
  if (!known || (key && !isValueOf(key.type, value))) {
    throw invalid(name, 'is not a cursor that this list gave out in this order');
  }
  return { key: key ? (value as string) : null, id };
}

function isValueOf(type: 'text' | 'timestamptz', value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (type === 'text' ? !value.includes('\0') : value === '-infinity' || isInstant(value))
  );
}

function isInstant(value: string): boolean {
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function invalid(path: string, message: string): DomainError {
  return DomainError.of('VALIDATION_FAILED', { problems: [{ path, message }] });
}
