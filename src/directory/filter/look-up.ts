import type { RawBuilder } from 'kysely';
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
