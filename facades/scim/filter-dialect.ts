import type { Attribute } from '../../src/directory/attributes/attribute.js';
import { attributeNamed } from '../../src/directory/attributes/resource-model.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import type { AttributeNames } from './attribute-names.js';
import type { Dialect } from './dialect.js';
import type { AttributeFilter, Literal } from './inputs.js';
import { toBoolean } from './values.js';

/** What a name in a filter means: how the operations call it and its type. */
interface Meaning {
  readonly name: string;
  readonly attribute: Attribute;
}

/** Finds the meanings of a name; several where the types of a search call different attributes by it. */
type Resolve = (name: string) => readonly Meaning[];

/**
 * A filter in the operations' own words: extension attributes qualified, quoted booleans as booleans where the
 * attribute is one. Names that no schema knows stay for the domain to refuse.
 */
export const toSchemaFilter = (filter: AttributeFilter, { names, settings }: Dialect): AttributeFilter =>
  toSharedFilter(filter, [names], settings);

/** The same for a filter on the resources of several types, of which some may not have an attribute. */
export function toSharedFilter(
  filter: AttributeFilter,
  types: readonly AttributeNames[],
  settings: ProvisioningSettings,
): AttributeFilter {
  const resolve: Resolve = (name) => {
    const found = types.flatMap((names) => names.findPath(name, settings.oldUrns) ?? []);
    const meanings = found.map(({ path, sub, named }) => ({ name: path, attribute: sub ?? named.attribute }));
    return [...new Map(meanings.map((meaning) => [meaning.name, meaning])).values()];
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
    return sub ? [{ name: sub.name, attribute: sub }] : [];
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
  if ('present' in filter) {
    return either(filter, resolve(filter.present), ({ name }) => ({ present: name }));
  }
  if ('element' in filter) {
    const { attribute, where } = filter.element;
    return either(filter, resolve(attribute), (found) => ({
      element: { attribute: found.name, where: toElementFilter(where, found.attribute, settings) },
    }));
  }
  const { attribute, operator, value } = filter.compare;
  const comparison = ({ name, attribute: { type } }: Meaning): AttributeFilter => ({
    compare: {
      attribute: name,
      operator,
      value: type === 'boolean' ? (toBoolean(value, settings) as Literal) : value,
    },
  });
  // What holds of a missing value must hold of each meaning, since a resource has but one of them.
  const holdsOfNothing = (operator === 'NE') !== (value === null) && (operator === 'NE' || operator === 'EQ');
  return either(filter, resolve(attribute), comparison, holdsOfNothing ? 'and' : 'or');
}

/** A condition on each meaning of a name, joined; the filter as it is when the name has none. */
function either(
  filter: AttributeFilter,
  meanings: readonly Meaning[],
  condition: (meaning: Meaning) => AttributeFilter,
  word: 'and' | 'or' = 'or',
): AttributeFilter {
  const [first, ...others] = meanings.map(condition);
  if (!first) return filter;
  if (others.length === 0) return first;
  return word === 'and' ? { and: [first, ...others] } : { or: [first, ...others] };
}
