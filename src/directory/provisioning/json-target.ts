import { type RawBuilder, sql } from 'kysely';
import type { AttributePath } from '../attributes/attribute-path.js';
import type { ElementPlaces } from '../filter/compile-filter.js';
import { arrayOf, jsonPlace, type Place } from '../filter/place.js';

/** The place of an attribute that stands in a search document. */
export function documentPlace(search: RawBuilder<unknown>, path: AttributePath): Place {
  const holder = holderOf(search, path);
  if (!path.subAttribute) return jsonPlace(holder, path.attribute);
  return jsonPlace(sql`${holder} -> ${sql.lit(path.attribute.name)}`, path.subAttribute);
}

/** A condition on some element of a multi-valued attribute that stands in a search document. */
export function someDocumentElement(
  search: RawBuilder<unknown>,
  path: AttributePath,
  test: (places: ElementPlaces) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const list = documentList(search, path);
  const places: ElementPlaces = (subAttribute) =>
    subAttribute ? jsonPlace(sql`element.value`, subAttribute) : scalarPlace(path);
  return sql`exists (select from jsonb_array_elements(${arrayOf(list)}) as element(value) where ${test(places)})`;
}

/** The JSON array of a multi-valued attribute. */
export function documentList(search: RawBuilder<unknown>, path: AttributePath): RawBuilder<unknown> {
  return sql`${holderOf(search, path)} -> ${sql.lit(path.attribute.name)}`;
}

/** Whether a search document has data of an extension; it holds none that are never returned. */
export function hasExtensionData(search: RawBuilder<unknown>, urn: string): RawBuilder<unknown> {
  return sql`(${search} -> ${sql.lit(urn)}) is not null`;
}

function holderOf(search: RawBuilder<unknown>, path: AttributePath): RawBuilder<unknown> {
  return path.extension ? sql`${search} -> ${sql.lit(path.extension)}` : search;
}

/** A simple element is wrapped, so that it is read like a member of an object. */
function scalarPlace(path: AttributePath): Place {
  const wrapped = sql`jsonb_build_object(${sql.lit(path.attribute.name)}, element.value)`;
  return jsonPlace(wrapped, { ...path.attribute, multiValued: false });
}
