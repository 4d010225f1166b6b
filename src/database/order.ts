import { type RawBuilder, sql } from 'kysely';
import { iso } from './sql.js';

export type Direction = 'asc' | 'desc';

/** What a caller wants a list sorted by; ids break ties, so that every order is total. */
export interface OrderInput<Field extends string = string> {
  readonly field: Field;
  readonly direction: Direction;
}

/** A sort key: never null, and sorted by its text exactly as by its value. */
export interface SortKey {
  /** Names the key in cursors, so that a cursor of another order is refused. */
  readonly name: string;
  readonly expression: RawBuilder<unknown>;
  /** The text that a cursor holds of the key's value. */
  readonly text: RawBuilder<unknown>;
  readonly type: 'text' | 'timestamptz';
}

/** The order of a list. Without a key the ids alone decide, which are in order of creation. */
export interface Order {
  readonly key: SortKey | undefined;
  readonly direction: Direction;
}

/** A key on a text column that is never null. */
export function textKey(name: string, column: string): SortKey {
  return { name, expression: sql.ref(column), text: sql.ref(column), type: 'text' };
}

/** A key on a timestamp column; a missing value sorts before every other. */
export function timeKey(name: string, column: string): SortKey {
  const text = sql`coalesce(${iso(column)}, '-infinity')`;
  return {
    name,
    expression: sql`coalesce(${sql.ref(column)}, '-infinity')`,
    text,
    type: 'timestamptz',
  };
}

/** The order that a caller asked for; ids in ascending order when it asked for none. */
export function orderOf<Field extends string>(
  input: OrderInput<Field> | null | undefined,
  keys: Readonly<Record<Field, SortKey | undefined>>,
  fallback: Direction = 'asc',
): Order {
  return input
    ? { key: keys[input.field], direction: input.direction }
    : { key: undefined, direction: fallback };
}
