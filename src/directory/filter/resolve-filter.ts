import { DomainError } from '../../errors.js';
import type { Attribute } from '../attributes/attribute.js';
import { type AttributePath, findAttribute, isExtensionPath } from '../attributes/attribute-path.js';
import { isComputedReference } from '../attributes/normalise-value.js';
import { attributeNamed, type ResourceTypeModel } from '../attributes/resource-model.js';
import type { AttributeComparison, AttributeFilter } from './attribute-filter.js';
import { typedLiteral } from './filter-literal.js';
import type { ResolvedFilter } from './resolved-filter.js';

const maximumDepth = 64;
const maximumNodes = 1_000;
/** Each is a join, and what it costs to plan them grows faster than their number. */
const maximumRelations = 50;
/** The core attributes whose values are rows of other tables. */
const relations: ReadonlySet<string> = new Set(['groups', 'members']);

/** What a name that the type does not have means: an error, or an attribute without a value. */
export type UnknownAttribute = 'refuse' | 'noValue';

type FindPath = (name: string) => ResolvedFilter | AttributePath;

/**
 * Finds every name of a filter in the schemas of a type and types every literal. Nothing that cannot
 * be evaluated passes, so that no broken filter ever yields an unfiltered list. Throws FILTER_INVALID.
 */
export function resolveFilter(
  model: ResourceTypeModel,
  filter: AttributeFilter,
  unknown: UnknownAttribute = 'refuse',
): ResolvedFilter {
  let onRelations = 0;
  return new FilterResolver((name) => {
    const found = findAttribute(model, name);
    if (!found) {
      if (unknown === 'noValue') return { kind: 'constant', value: false };
      throw filterInvalid(`a ${model.type.name} has no attribute "${name}".`);
    }
    if (isExtensionPath(found)) return { kind: 'extension', urn: found.schema.id };
    if (!found.extension && relations.has(found.attribute.name)) onRelations += 1;
    if (onRelations > maximumRelations)
      throw filterInvalid(`it has more than ${maximumRelations} conditions on groups or members.`);
    return checkFilterable(found, name);
  }).resolve(filter);
}

/** Resolves a filter on the elements of one attribute: its names are sub-attributes. Throws FILTER_INVALID. */
export function resolveElementFilter(path: AttributePath, filter: AttributeFilter): ResolvedFilter {
  return new FilterResolver((name) => elementPath(path, name)).resolve(filter);
}

class FilterResolver {
  private nodes = 0;

  constructor(private readonly find: FindPath) {}

  resolve(filter: AttributeFilter, depth = 0): ResolvedFilter {
    this.nodes += 1;
    if (depth > maximumDepth) throw filterInvalid(`it is nested more than ${maximumDepth} deep.`);
    if (this.nodes > maximumNodes) throw filterInvalid(`it has more than ${maximumNodes} parts.`);
    const forms = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
    if (forms.length !== 1) {
      throw filterInvalid('each part sets exactly one of and, or, not, compare, present and element.');
    }
    const { and, or, not, compare, present, element } = filter;
    if (and) return this.combine('and', and, depth);
    if (or) return this.combine('or', or, depth);
    if (not) return negationOf(this.resolve(not, depth + 1));
    if (compare) return this.compare(compare);
    if (element) return this.element(element.attribute, element.where, depth);
    return this.present(present ?? '');
  }

  private combine(kind: 'and' | 'or', filters: readonly AttributeFilter[], depth: number): ResolvedFilter {
    if (filters.length === 0) throw filterInvalid(`"${kind}" needs at least one condition.`);
    return { kind, filters: filters.map((filter) => this.resolve(filter, depth + 1)) };
  }

  private present(name: string): ResolvedFilter {
    const found = this.find(name);
    return 'kind' in found ? found : { kind: 'present', path: found };
  }

  private compare(comparison: AttributeComparison): ResolvedFilter {
    const { attribute: name, operator, value } = comparison;
    const found = this.find(name);
    if ('kind' in found) {
      if (found.kind === 'extension')
        throw filterInvalid(`"${name}" is a schema, which has no value to compare.`);
      // An attribute without a value: unequal to everything, equal to null alone.
      const isNull = value === null || value === undefined;
      const holds = (operator === 'EQ' && isNull) || (operator === 'NE' && !isNull);
      return holds ? { kind: 'not', filter: found } : found;
    }
    const path = comparablePath(found, name);
    if (value === null || value === undefined) {
      if (operator === 'EQ') return { kind: 'not', filter: { kind: 'present', path } };
      if (operator === 'NE') return { kind: 'present', path };
      throw filterInvalid(`"${name}" cannot be compared with null except by eq and ne.`);
    }
    const attribute = path.subAttribute ?? path.attribute;
    return { kind: 'compare', path, operator, literal: typedLiteral(attribute, name, operator, value) };
  }

  private element(name: string, where: AttributeFilter, depth: number): ResolvedFilter {
    const path = this.find(name);
    if ('kind' in path) {
      if (path.kind === 'extension') throw filterInvalid(`"${name}" is a schema and has no elements.`);
      return path;
    }
    if (path.subAttribute || path.attribute.type !== 'complex') {
      throw filterInvalid(`"${name}" has no sub-attributes, so nothing can stand in brackets after it.`);
    }
    const inner = new FilterResolver((subName) => elementPath(path, subName));
    inner.nodes = this.nodes;
    const resolved = inner.resolve(where, depth + 1);
    this.nodes = inner.nodes;
    return { kind: 'element', path, where: resolved };
  }
}

/** What two negations make plain is left plain, so that it can use its index. */
function negationOf(filter: ResolvedFilter): ResolvedFilter {
  if (filter.kind === 'not') return filter.filter;
  if (filter.kind === 'compare' && filter.operator === 'NE' && !isList(filter.path)) {
    return { ...filter, operator: 'EQ' };
  }
  return { kind: 'not', filter };
}

const isList = ({ attribute, subAttribute }: AttributePath) =>
  attribute.multiValued || subAttribute?.multiValued === true;

/** `emails` alone means `emails.value`; a complex attribute without such a sub-attribute has no value. */
function comparablePath(path: AttributePath, name: string): AttributePath {
  if (path.subAttribute || path.attribute.type !== 'complex') return path;
  const subAttribute = attributeNamed(path.attribute.subAttributes ?? [], 'value');
  if (!subAttribute) throw filterInvalid(`"${name}" is complex; name one of its sub-attributes.`);
  return { ...path, subAttribute };
}

function elementPath(path: AttributePath, name: string): AttributePath {
  const subAttribute = attributeNamed(path.attribute.subAttributes ?? [], name);
  if (!subAttribute) throw filterInvalid(`"${path.attribute.name}" has no sub-attribute "${name}".`);
  return checkFilterable({ ...path, subAttribute }, `${path.attribute.name}.${name}`);
}

/** Values that are never returned cannot be asked for either, or a filter would be an oracle for them. */
function checkFilterable(path: AttributePath, name: string): AttributePath {
  if (isFilterable(path)) return path;
  throw filterInvalid(`"${name}" is never returned, or depends on the address of the service.`);
}

/** Whether filters and sorting may look at an attribute. */
export function isFilterable(path: AttributePath): boolean {
  const { attribute, subAttribute } = path;
  if (isHidden(attribute) || (subAttribute && isHidden(subAttribute))) return false;
  return !(subAttribute && (isComputedReference(attribute, subAttribute) || isAddress(path)));
}

function isHidden(attribute: Attribute): boolean {
  return attribute.returned === 'never' || attribute.mutability === 'writeOnly';
}

function isAddress(path: AttributePath): boolean {
  return !path.extension && path.attribute.name === 'meta' && path.subAttribute?.name === 'location';
}

/** An error that says why a filter cannot be evaluated. */
export function filterInvalid(reason: string): DomainError {
  return DomainError.of('FILTER_INVALID', { reason });
}
