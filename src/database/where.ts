import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';

/** What a single field must satisfy; several words in one condition must all hold. */
export interface Condition {
  readonly eq?: unknown;
  readonly ne?: unknown;
  readonly in?: readonly unknown[] | null;
  readonly contains?: string | null;
  readonly startsWith?: string | null;
  readonly has?: string | null;
  readonly gt?: Date | null;
  readonly gte?: Date | null;
  readonly lt?: Date | null;
  readonly lte?: Date | null;
}

/** A condition on the rows of a list: fields with their conditions, joined by `and`, `or` and `not`. */
export type Where = object;

/** A field that a list can be narrowed by. */
export interface WhereField {
  readonly column: RawBuilder<unknown>;
  readonly type: 'text' | 'uuid' | 'boolean' | 'timestamptz' | 'jsonb';
  /** What turns a value into the form that the column holds, such as the key of a name. */
  readonly key?: (value: string) => string;
}

export type WhereFields = Readonly<Record<string, WhereField>>;

const MAX_NESTING = 10;
const MAX_CONDITIONS = 100;
const MAX_LISTED = 1000;

/** Compiles a `where` to SQL; absent holds for every row. Throws VALIDATION_FAILED for one that is too large. */
export function compileWhere(where: Where | null | undefined, fields: WhereFields): RawBuilder<boolean> {
  return where == null ? sql`true` : new WhereCompiler(fields).compile(where, 1);
}

class WhereCompiler {
  readonly #fields: WhereFields;
  #conditions = 0;

  constructor(fields: WhereFields) {
    this.#fields = fields;
  }

  compile(where: Where, nesting: number): RawBuilder<boolean> {
    if (nesting > MAX_NESTING) {
      throw tooLarge(`must not nest deeper than ${MAX_NESTING} levels`);
    }
    const parts = Object.entries(where).flatMap(([name, value]) => {
      if (value == null) {
        return [];
      }
      if (name === 'not') {
        // Where a comparison is unknown, because there is no value, its negation holds.
        return [sql`${this.compile(value as Where, nesting + 1)} is not true`];
      }
      if (name === 'and' || name === 'or') {
        const members = (value as readonly Where[]).map((member) => this.compile(member, nesting + 1));
        return [joined(members, name)];
      }
      return [this.#condition(name, value as Condition)];
    });
    return joined(parts, 'and');
  }

  #condition(name: string, condition: Condition): RawBuilder<boolean> {
    const field = this.#fields[name];
    if (!field) {
      throw new Error(`There is no field ${name} to narrow this list by.`);
    }
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS) {
      throw tooLarge(`must not hold more than ${MAX_CONDITIONS} conditions`);
    }
    return joined(
      Object.entries(condition).flatMap(([word, value]) =>
        value === undefined || (value === null && word !== 'eq' && word !== 'ne')
          ? []
          : [comparison(field, word as keyof Condition, value)],
      ),
      'and',
    );
  }
}

/** An empty `and` holds for every row, an empty `or` for none. */
function joined(parts: readonly RawBuilder<unknown>[], word: 'and' | 'or'): RawBuilder<boolean> {
  if (parts.length === 0) {
    return word === 'and' ? sql`true` : sql`false`;
  }
  return sql`(${sql.join(parts, word === 'and' ? sql` and ` : sql` or `)})`;
}

function comparison(field: WhereField, word: keyof Condition, value: unknown): RawBuilder<unknown> {
  const { column } = field;
  switch (word) {
    case 'eq':
      return value === null ? sql`${column} is null` : equal(field, value);
    case 'ne':
      return value === null ? sql`${column} is not null` : sql`${equal(field, value)} is not true`;
    case 'in':
      return anyOf(field, value as readonly unknown[]);
    case 'contains':
      return textual(field, value as string, (text) => sql`strpos(${column}, ${text}) > 0`);
    case 'startsWith':
      return textual(field, value as string, (text) => sql`starts_with(${column}, ${text})`);
    case 'has':
      return textual(
        field,
        value as string,
        (text) => sql`(jsonb_exists(${column}, ${text}) or jsonb_exists(${column} -> 'attributes', ${text}))`,
      );
    case 'gt':
      return sql`${column} > ${instant(value)}`;
    case 'gte':
      return sql`${column} >= ${instant(value)}`;
    case 'lt':
      return sql`${column} < ${instant(value)}`;
    case 'lte':
      return sql`${column} <= ${instant(value)}`;
  }
}

function equal(field: WhereField, value: unknown): RawBuilder<unknown> {
  switch (field.type) {
    case 'uuid':
      return isUuid(String(value)) ? sql`${field.column} = ${String(value)}::uuid` : sql`false`;
    case 'timestamptz':
      return sql`${field.column} = ${instant(value)}`;
    case 'boolean':
      return sql`${field.column} = ${value === true}`;
    default:
      return textual(field, String(value), (text) => sql`${field.column} = ${text}`);
  }
}

function anyOf(field: WhereField, values: readonly unknown[]): RawBuilder<unknown> {
  if (values.length > MAX_LISTED) {
    throw tooLarge(`must not list more than ${MAX_LISTED} values`);
  }
  return joined(
    field.type === 'uuid'
      ? [sql`${field.column} = any(${values.map(String).filter(isUuid)}::uuid[])`]
      : [sql`${field.column} = any(${values.map(String).filter(isStorable).map(keyOf(field))}::text[])`],
    'and',
  );
}

function textual(
  field: WhereField,
  value: string,
  compare: (text: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return isStorable(value) ? compare(keyOf(field)(value)) : sql`false`;
}

function keyOf(field: WhereField): (value: string) => string {
  return field.key ?? ((value) => value);
}

/** PostgreSQL stores no NUL: nothing equals or contains it. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}

function instant(value: unknown): RawBuilder<unknown> {
  return sql`${(value as Date).toISOString()}::timestamptz`;
}

function tooLarge(message: string): DomainError {
  return DomainError.of('VALIDATION_FAILED', { problems: [{ path: 'where', message }] });
}
