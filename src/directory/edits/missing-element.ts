import { DomainError } from '../../errors.js';
import type { Attribute } from '../attributes/attribute.js';
import { isUnassigned, type JsonObject } from '../attributes/attribute-document.js';
import { type AttributePath, pathText } from '../attributes/attribute-path.js';
import type { ResolvedComparison, ResolvedFilter } from '../filter/resolved-filter.js';
import type { EditSettings } from './apply-edits.js';
import type { ResolvedEdit } from './attribute-edit.js';

/**
 * What to do when a filter in a path matches nothing. A removal (replacing by null is one) is refused or passed over (undefined);
 * an addition or replacement starts a new element when the filter describes one beyond doubt, which
 * Entra expects and RFC 7644 §3.5.2.3 does not, else it is refused with TARGET_NOT_FOUND.
 */
export function missingElement(
  edit: ResolvedEdit,
  where: ResolvedFilter,
  settings: EditSettings,
): JsonObject | undefined {
  const isRemoval = edit.operation === 'REMOVE' || (edit.operation === 'REPLACE' && isUnassigned(edit.value));
  if (isRemoval && settings.missingTargets === 'ignore') return undefined;
  const leaves = isRemoval ? undefined : equalities(where);
  if (settings.createMissingElements && leaves && describesElement(edit.path.attribute, leaves)) {
    return Object.fromEntries(leaves.map(({ path, literal }) => [path.subAttribute?.name ?? '', literal]));
  }
  throw DomainError.of('TARGET_NOT_FOUND', { path: filteredPath(edit.path) });
}

/** The path as messages show it: with brackets where its filter stood. */
function filteredPath({ subAttribute, ...path }: AttributePath): string {
  return `${pathText(path)}[…]${subAttribute ? `.${subAttribute.name}` : ''}`;
}

/** The comparisons of a filter that is nothing but `eq` joined by `and`. */
function equalities(filter: ResolvedFilter): readonly ResolvedComparison[] | undefined {
  if (filter.kind === 'compare') return filter.operator === 'EQ' ? [filter] : undefined;
  if (filter.kind !== 'and') return undefined;
  const parts = filter.filters.map(equalities);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

/** A canonical type says what is meant, and so does asking for the primary element. */
function describesElement(attribute: Attribute, leaves: readonly ResolvedComparison[]): boolean {
  const types = leaves.filter(({ path }) => path.subAttribute?.name === 'type');
  const canonical = attribute.subAttributes?.find(({ name }) => name === 'type')?.canonicalValues ?? [];
  if (types.length > 0) {
    return types.every(({ literal }) =>
      canonical.some((value) => value.toLowerCase() === String(literal).toLowerCase()),
    );
  }
  return leaves.every(({ path, literal }) => path.subAttribute?.name === 'primary' && literal === true);
}
