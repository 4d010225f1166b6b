import { type RawBuilder, sql } from 'kysely';

/** The expression behind each field of a record; every alias in it is the record's own. */
export type FieldColumns<Row> = { readonly [Field in keyof Row]-?: RawBuilder<unknown> };

/** The fields that a reader asked for; absent means all of them. */
export type Fields = ReadonlySet<string> | undefined;

/** Selects every field of a record. */
export function allColumns<Row>(columns: FieldColumns<Row>): RawBuilder<Row> {
  return sql.join(Object.entries<RawBuilder<unknown>>(columns).map(asField)) as RawBuilder<Row>;
}

/**
 * Selects the fields that were asked for and those that a reader always needs. What was not asked for is
 * not in the rows, whatever their type says: it is for readers that give out no more than was asked for.
 */
export function someColumns<Row>(
  columns: FieldColumns<Row>,
  fields: Fields,
  always: readonly (keyof Row & string)[],
): RawBuilder<Row> {
  if (fields === undefined) {
    return allColumns(columns);
  }
  const wanted = new Set<string>([...always, ...fields]);
  const chosen = Object.entries<RawBuilder<unknown>>(columns).filter(([field]) => wanted.has(field));
  return sql.join(chosen.map(asField)) as RawBuilder<Row>;
}

function asField([field, column]: [string, RawBuilder<unknown>]): RawBuilder<unknown> {
  return sql`${column} as ${sql.ref(field)}`;
}
