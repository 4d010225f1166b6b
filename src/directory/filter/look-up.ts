import { type RawBuilder, sql } from 'kysely';
import type { FilterTarget } from './compile-filter.js';
import type { ResolvedFilter } from './resolved-filter.js';

/** Whether an index finds what meets a filter, so that nothing else has to be looked at. */
export function isLookUp(filter: ResolvedFilter, target: FilterTarget): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.some((part) => isLookUp(part, target));
    case 'or':
      return filter.filters.every((part) => isLookUp(part, target));
    case 'compare':
      return impliedLookUp(filter, target) !== undefined || isIndexedColumn(filter, target);
    case 'element':
      return filter.path.attribute.multiValued && impliedLookUp(filter.where, target) !== undefined;
    case 'constant':
      return !filter.value;
    default:
      return false;
  }
}

/**
 * Look-ups that `or` joins, by the ids that each of them finds: as one condition, those in other tables
 * would be made for every row. An array is made once; a join may be made again for each row, and unions
 * within unions would multiply.
 */
export function unionOfLookUps(
  filters: readonly ResolvedFilter[],
  conditions: readonly RawBuilder<unknown>[],
  target: FilterTarget,
): RawBuilder<unknown> {
  const inColumns: RawBuilder<unknown>[] = [];
  const selects: RawBuilder<unknown>[] = [];
  for (const [index, condition] of conditions.entries()) {
    const filter = filters[index] as ResolvedFilter;
    const ids = filter.kind === 'compare' ? impliedLookUp(filter, target) : undefined;
    if (ids) selects.push(ids);
    else if (filter.kind === 'compare') inColumns.push(condition);
    else selects.push(sql`select r.id from ${target.rows} and ${condition}`);
  }
  const ofColumns = sql`(${sql.join(inColumns, sql` or `)})`;
  if (selects.length === 0) return ofColumns;
  if (inColumns.length > 0) selects.push(sql`select r.id from ${target.rows} and ${ofColumns}`);
  return sql`r.id = any(array(${sql.join(selects, sql` union all `)}))`;
}

/** `emails[type eq "work" and value eq "x"]` implies a look-up by value, which has an index. */
export function impliedLookUp(where: ResolvedFilter, target: FilterTarget): RawBuilder<unknown> | undefined {
  if (where.kind === 'compare' && where.operator === 'EQ' && typeof where.literal === 'string') {
    return target.lookUp(where.path, where.literal);
  }
  if (where.kind !== 'and') return undefined;
  for (const part of where.filters) {
    const found = impliedLookUp(part, target);
    if (found) return found;
  }
  return undefined;
}

function isIndexedColumn(
  { path, operator }: Extract<ResolvedFilter, { kind: 'compare' }>,
  target: FilterTarget,
): boolean {
  if (operator !== 'EQ' || path.attribute.multiValued) return false;
  const place = target.place(path);
  return place.kind === 'text' && place.isIndexed === true;
}
