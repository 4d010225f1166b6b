import { type RawBuilder, sql } from 'kysely';
import type { Attribute } from '../attributes/attribute.js';
import type { AttributePath } from '../attributes/attribute-path.js';
import { isComputedReference } from '../attributes/normalise-value.js';
import { impliedLookUp, isLookUp, unionOfLookUps } from './look-up.js';
import { comparePlace, type Place, placePresent, someItem } from './place.js';
import type { ResolvedComparison, ResolvedFilter } from './resolved-filter.js';

/** Where the sub-attributes of one element stand; without a name, the element itself. */
export type ElementPlaces = (subAttribute: Attribute | undefined) => Place;

/** What a type tells the compiler about its storage. */
export interface FilterTarget {
  /** The rows of the type, aliased `r`: a table and the beginning of a condition. */
  readonly rows: RawBuilder<unknown>;
  /** The place of a single-valued attribute, or of a sub-attribute of a single-valued one. */
  place(path: AttributePath): Place;
  /** A condition that holds when some element of a multi-valued attribute meets `test`. */
  someElement(path: AttributePath, test: (places: ElementPlaces) => RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether the resource has returnable data of an extension. */
  hasExtension(urn: string): RawBuilder<unknown>;
  /** A select of the ids of the rows that an index of another table finds by equality, where there is one. */
  lookUp(path: AttributePath, literal: string): RawBuilder<unknown> | undefined;
}

/**
 * A filter as one SQL condition in parentheses, every literal a bound parameter. Negation is pushed
 * down to the leaves, which become `is not true`: so a missing value is unequal rather than unknown,
 * while conditions that are not negated stay plain and can use their indexes.
 */
export function compileFilter(filter: ResolvedFilter, target: FilterTarget): RawBuilder<unknown> {
  return compile(filter, false, {
    compare: (comparison) => compileComparison(comparison, target),
    present: (path) => compilePresent(path, target),
    element: (path, where) => compileElement(path, where, target),
    hasExtension: (urn) => target.hasExtension(urn),
    anyOf: (filters, conditions) =>
      filters.every((part) => isLookUp(part, target))
        ? unionOfLookUps(filters, conditions, target)
        : joinedByOr(filters, conditions),
  });
}

type Disjunction = (
  filters: readonly ResolvedFilter[],
  conditions: readonly RawBuilder<unknown>[],
) => RawBuilder<unknown>;

const joinedByOr: Disjunction = (_, conditions) => sql`(${sql.join(conditions, sql` or `)})`;

interface Leaves {
  /** Filters that are not negated, and their conditions, joined by `or`. */
  readonly anyOf: Disjunction;
  readonly compare: (comparison: ResolvedComparison) => RawBuilder<unknown>;
  readonly present: (path: AttributePath) => RawBuilder<unknown>;
  readonly element: (path: AttributePath, where: ResolvedFilter) => RawBuilder<unknown>;
  readonly hasExtension: (urn: string) => RawBuilder<unknown>;
}

function compile(filter: ResolvedFilter, isNegated: boolean, leaves: Leaves): RawBuilder<unknown> {
  const leaf = (condition: RawBuilder<unknown>) => (isNegated ? sql`(${condition}) is not true` : condition);
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => compile(part, isNegated, leaves));
      const isConjunction = (filter.kind === 'and') !== isNegated;
      if (isConjunction) return sql`(${sql.join(parts, sql` and `)})`;
      return (isNegated ? joinedByOr : leaves.anyOf)(filter.filters, parts);
    }
    case 'not':
      return compile(filter.filter, !isNegated, leaves);
    case 'compare':
      return leaf(leaves.compare(filter));
    case 'present':
      return leaf(leaves.present(filter.path));
    case 'element':
      return leaf(leaves.element(filter.path, filter.where));
    case 'extension':
      return leaf(leaves.hasExtension(filter.urn));
    case 'constant':
      return sql.lit(filter.value !== isNegated);
  }
}

function compileComparison(comparison: ResolvedComparison, target: FilterTarget): RawBuilder<unknown> {
  const { path, operator, literal } = comparison;
  if (operator === 'EQ' && typeof literal === 'string') {
    const indexed = target.lookUp(path, literal);
    if (indexed) return isAmong(indexed, path);
  }
  if (path.attribute.multiValued) {
    return target.someElement(path, (places) => compareAt(places(path.subAttribute), comparison));
  }
  return compareAt(target.place(path), comparison);
}

/**
 * That a row is among those a look-up finds. Few are made into an array first, since hundreds of look-ups in
 * one filter would cost the planner minutes as joins; a list of references may find half the tenant.
 */
function isAmong(ids: RawBuilder<unknown>, { attribute }: AttributePath): RawBuilder<unknown> {
  const isReference = attribute.subAttributes?.some(({ name }) => name === '$ref');
  return isReference ? sql`r.id in (${ids})` : sql`r.id = any(array(${ids}))`;
}

/** `ne` is the negation of `eq` on one value, missing values included; in a list, some item differs. */
function compareAt(place: Place, { operator, literal }: ResolvedComparison): RawBuilder<unknown> {
  if (operator !== 'NE') return comparePlace(place, operator, literal);
  if (place.kind === 'list') {
    return someItem(place, (item) => sql`(${comparePlace(item, 'EQ', literal)}) is not true`);
  }
  return sql`(${comparePlace(place, 'EQ', literal)}) is not true`;
}

function compilePresent(path: AttributePath, target: FilterTarget): RawBuilder<unknown> {
  const { attribute, subAttribute } = path;
  if (attribute.multiValued) {
    return target.someElement(path, (places) =>
      subAttribute || attribute.type !== 'complex'
        ? placePresent(places(subAttribute))
        : anyPresent(attribute, places),
    );
  }
  if (subAttribute || attribute.type !== 'complex') return placePresent(target.place(path));
  return anyPresent(attribute, (part) => target.place(part ? { ...path, subAttribute: part } : path));
}

function anyPresent(attribute: Attribute, places: ElementPlaces): RawBuilder<unknown> {
  const parts = (attribute.subAttributes ?? [])
    .filter((part) => part.returned !== 'never' && part.mutability !== 'writeOnly')
    .filter((part) => !isComputedReference(attribute, part) && part.name !== 'location')
    .map((part) => placePresent(places(part)));
  return sql`(${sql.join(parts, sql` or `)})`;
}

function compileElement(
  path: AttributePath,
  where: ResolvedFilter,
  target: FilterTarget,
): RawBuilder<unknown> {
  const test = (places: ElementPlaces) => compileElementFilter(where, places);
  if (!path.attribute.multiValued) {
    return test((part) => target.place(part ? { ...path, subAttribute: part } : path));
  }
  const condition = target.someElement(path, test);
  const indexed = impliedLookUp(where, target);
  return indexed ? sql`(${isAmong(indexed, path)} and ${condition})` : condition;
}

/** A filter on the sub-attributes of one element as one SQL condition. */
export function compileElementFilter(where: ResolvedFilter, places: ElementPlaces): RawBuilder<unknown> {
  return compile(where, false, {
    compare: (comparison) => compareAt(places(comparison.path.subAttribute), comparison),
    present: ({ subAttribute }) => placePresent(places(subAttribute)),
    element: () => sql.lit(false),
    hasExtension: () => sql.lit(false),
    anyOf: joinedByOr,
  });
}
