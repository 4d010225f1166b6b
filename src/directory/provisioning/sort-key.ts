import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../../errors.js';
import {
  type AttributePath,
  findAttribute,
  isExtensionPath,
  pathText,
} from '../attributes/attribute-path.js';
import { attributeNamed, type ResourceTypeModel } from '../attributes/resource-model.js';
import type { FilterTarget } from '../filter/compile-filter.js';
import { arrayOf, jsonPlace, type Place } from '../filter/place.js';
import { isFilterable } from '../filter/resolve-filter.js';
import { isCore } from './filter-targets.js';
import { documentList } from './json-target.js';

/** What a list is ordered by. */
export interface OrderByInput {
  readonly attribute: string;
  readonly direction?: 'ASC' | 'DESC' | null | undefined;
}

/** An SQL expression to sort by and the SQL type that it has. */
export interface SortKey {
  readonly value: RawBuilder<unknown>;
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'jsonb';
}

/**
 * The expression that rows aliased `r` are sorted by: of a multi-valued attribute, the primary element
 * counts, else the first (RFC 7644 §3.4.2.3). Undefined when the type has no such attribute. Throws
 * SORT_INVALID.
 */
export function sortKey(model: ResourceTypeModel, target: FilterTarget, name: string): SortKey | undefined {
  const found = findAttribute(model, name);
  if (!found) return undefined;
  if (isExtensionPath(found) || !isFilterable(found)) throw invalid(`"${name}" has no value to sort by.`);
  const path = valuePath(found, name);
  // As text ids have the same order, but no index.
  if (isCore(path, 'id')) return { value: sql.ref('r.id'), type: 'uuid' };
  if (!path.attribute.multiValued) return keyOf(target.place(path), name);
  if (isCore(path, 'members')) return memberKey(path);
  if (isCore(path, 'groups')) return groupKey(path);
  if (isCore(path, 'schemas')) throw invalid('"schemas" has no order.');
  const element = path.subAttribute
    ? jsonPlace(sql`element.value`, path.subAttribute)
    : jsonPlace(sql`jsonb_build_object('value', element.value)`, {
        ...path.attribute,
        name: 'value',
        multiValued: false,
      });
  const key = keyOf(element, name);
  return {
    ...key,
    value: sql`(select ${key.value}
      from jsonb_array_elements(${arrayOf(documentList(sql.ref('r.search'), path))}) with ordinality as element(value, place)
      order by (element.value -> 'primary' = 'true'::jsonb) desc nulls last, element.place limit 1)`,
  };
}

/** How rows are put in a total order: missing values last when ascending, first when descending. */
export function orderBy(
  key: RawBuilder<unknown> | undefined,
  direction: OrderByInput['direction'],
  id: string,
) {
  if (!key) return sql`${sql.ref(id)}`;
  return direction === 'DESC'
    ? sql`${key} desc nulls first, ${sql.ref(id)}`
    : sql`${key} asc nulls last, ${sql.ref(id)}`;
}

/** An error that says why a list cannot be sorted so. */
export function sortInvalid(reason: string): DomainError {
  return invalid(reason);
}

function valuePath(path: AttributePath, name: string): AttributePath {
  if (path.subAttribute || path.attribute.type !== 'complex') return path;
  const subAttribute = path.attribute.multiValued
    ? attributeNamed(path.attribute.subAttributes ?? [], 'value')
    : undefined;
  if (!subAttribute) throw invalid(`"${name}" is complex; name one of its sub-attributes.`);
  return { ...path, subAttribute };
}

function keyOf(place: Place, name: string): SortKey {
  switch (place.kind) {
    case 'text':
      return { value: sql`${place.value} collate "C"`, type: 'text' };
    case 'instant':
      return { value: place.value, type: 'timestamptz' };
    case 'boolean':
      return { value: sql`to_jsonb(${place.value})`, type: 'jsonb' };
    case 'json':
      return { value: place.value, type: 'jsonb' };
    case 'constant':
      return { value: sql`${String(place.value)}::text collate "C"`, type: 'text' };
    case 'list':
      throw invalid(`"${name}" has more than one value in each element.`);
  }
}

function memberKey(path: AttributePath): SortKey {
  if (path.subAttribute?.name !== 'value')
    throw invalid(`"${pathText(path)}" has no order; sort by "${path.attribute.name}.value".`);
  return {
    value: sql`(select min(member.id::text collate "C") from (
        select m.user_id as id from memberships m where m.group_id = r.id
        union all select n.member_id from nested_groups n where n.group_id = r.id
      ) member)`,
    type: 'text',
  };
}

function groupKey(path: AttributePath): SortKey {
  if (path.subAttribute?.name !== 'value')
    throw invalid(`"${pathText(path)}" has no order; sort by "${path.attribute.name}.value".`);
  return {
    value: sql`(select min(m.group_id::text collate "C") from memberships m where m.user_id = r.id)`,
    type: 'text',
  };
}

function invalid(reason: string): DomainError {
  return DomainError.of('SORT_INVALID', { reason });
}
