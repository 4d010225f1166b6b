import type { Attribute } from '../../src/directory/attributes/attribute.js';
import { attributeNamed } from '../../src/directory/attributes/resource-model.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import type { Dialect } from './dialect.js';
import type { AttributeFilter, Literal } from './inputs.js';
import { toBoolean } from './values.js';

/** Finds what a name in a filter means: how the operations call it and its type. */
type Resolve = (name: string) => { readonly name: string; readonly attribute: Attribute } | undefined;

/**
 * A filter in the operations' own words: extension attributes qualified, quoted booleans as booleans where the
 * attribute is one. Names that no schema knows stay for the domain to refuse.
 */
export function toSchemaFilter(filter: AttributeFilter, { names, settings }: Dialect): AttributeFilter {
  const resolve: Resolve = (name) => {
    const found = names.findPath(name, settings.oldUrns);
    return found && { name: found.path, attribute: found.sub ?? found.named.attribute };
  };
  return translate(filter, resolve, settings);
}

/** A filter over the elements of one attribute, as within the brackets of a value path. */
export function toElementFilter(
  filter: AttributeFilter,
  attribute: Attribute,
  settings: ProvisioningSettings,
): AttributeFilter {
  return translate(filter, subAttributeOf(attribute), settings);
}

const subAttributeOf =
  (attribute: Attribute): Resolve =>
  (name) => {
    const sub = attributeNamed(attribute.subAttributes ?? [], name);
    return sub && { name: sub.name, attribute: sub };
  };

function translate(
  filter: AttributeFilter,
  resolve: Resolve,
  settings: ProvisioningSettings,
): AttributeFilter {
  const inner = (part: AttributeFilter) => translate(part, resolve, settings);
  if ('and' in filter) return { and: filter.and.map(inner) };
  if ('or' in filter) return { or: filter.or.map(inner) };
  if ('not' in filter) return { not: inner(filter.not) };
  if ('present' in filter) return { present: resolve(filter.present)?.name ?? filter.present };
  if ('element' in filter) {
    const found = resolve(filter.element.attribute);
    if (!found) return filter;
    return {
      element: {
        attribute: found.name,
        where: toElementFilter(filter.element.where, found.attribute, settings),
      },
    };
  }
  const found = resolve(filter.compare.attribute);
  if (!found) return filter;
  const value = filter.compare.value;
  const literal = found.attribute.type === 'boolean' ? (toBoolean(value, settings) as Literal) : value;
  return { compare: { ...filter.compare, attribute: found.name, value: literal } };
}
