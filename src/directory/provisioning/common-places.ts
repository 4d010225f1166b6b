import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../uuid.js';
import type { AttributePath } from '../attributes/attribute-path.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { ElementPlaces } from '../filter/compile-filter.js';
import type { Place } from '../filter/place.js';
import { hasExtensionData } from './json-target.js';

/** The place of `id`, `externalId` and the parts of `meta` in a table aliased `r`; else undefined. */
export function commonPlace(model: ResourceTypeModel, path: AttributePath): Place | undefined {
  if (path.extension) return undefined;
  switch (path.attribute.name) {
    case 'id':
      return { ...idPlace(sql.ref('r.id')), isIndexed: true };
    case 'externalId':
      return { kind: 'text', value: sql.ref('r.external_id'), key: (text) => text, isIndexed: true };
    case 'meta':
      return metaPlace(model, path.subAttribute?.name);
    default:
      return undefined;
  }
}

/** The place of an id: equality is the column's own, everything else works on its text. */
export function idPlace(column: RawBuilder<unknown>): Extract<Place, { kind: 'text' }> {
  return {
    kind: 'text',
    value: sql`(${column}::text)`,
    key: (text) => text,
    equals: (text) => (isUuid(text) ? sql`${column} = ${text}::uuid` : sql.lit(false)),
  };
}

/** A text that all resources of a type share; letter case counts. */
function constantPlace(value: string): Place {
  return { kind: 'constant', value, key: (text) => text };
}

/**
 * A condition on the URNs in `schemas`: the core schema's is always there, an extension's when the
 * resource has data of it.
 */
export function someSchema(
  model: ResourceTypeModel,
  search: RawBuilder<unknown>,
  test: (places: ElementPlaces) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [
    test(() => constantPlace(model.core.id)),
    ...model.extensions.map(
      ({ schema }) =>
        sql`(${hasExtensionData(search, schema.id)} and ${test(() => constantPlace(schema.id))})`,
    ),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function metaPlace(model: ResourceTypeModel, name: string | undefined): Place {
  switch (name) {
    case 'created':
      return { kind: 'instant', value: sql.ref('r.created_at') };
    case 'lastModified':
      return { kind: 'instant', value: sql.ref('r.updated_at') };
    case 'version':
      return { kind: 'text', value: sql`('W/"' || r.version || '"')`, key: (text) => text };
    default:
      return constantPlace(model.type.name);
  }
}
