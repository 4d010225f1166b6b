/** The fields of an update that really differ: as they become, and as they were. */
export interface ChangedFields<Row> {
  readonly changes: Partial<Row>;
  readonly previous: Partial<Row>;
  /** True when the update would change nothing. */
  readonly none: boolean;
}

/** Compares what is with what is wanted; fields that are not wanted (undefined) stay as they are. */
export function changedFields<Row extends object>(
  current: Row,
  wanted: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): ChangedFields<Row> {
  const fields = (Object.keys(wanted) as (keyof Row)[]).filter(
    (field) => wanted[field] !== undefined && wanted[field] !== current[field],
  );
  const pick = (from: { readonly [Field in keyof Row]?: Row[Field] | undefined }) =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Row>;
  return { changes: pick(wanted), previous: pick(current), none: fields.length === 0 };
}
