import { DomainError } from '../../errors.js';
import { isJsonObject, type JsonObject, sameJson } from '../attributes/attribute-document.js';
import { pathText } from '../attributes/attribute-path.js';
import { normaliseSingle } from '../attributes/normalise-value.js';
import type { ResolvedEdit } from './attribute-edit.js';

/**
 * An element that takes the place of another: only what is given stays, immutable sub-attributes apart,
 * which may not change and stay when they are not given.
 */
export function replaceElement(current: JsonObject, edit: ResolvedEdit): JsonObject {
  const { attribute } = edit.path;
  const given = normaliseSingle(attribute, edit.value ?? null, pathText(edit.path));
  const next: Record<string, JsonObject[string]> = isJsonObject(given) ? { ...given } : {};
  for (const { name, mutability } of attribute.subAttributes ?? []) {
    if (mutability !== 'immutable' || current[name] === undefined) continue;
    if (next[name] !== undefined && !sameJson(next[name], current[name])) {
      throw DomainError.of('ATTRIBUTE_IMMUTABLE', {
        path: `${pathText(edit.path)}.${name}`,
        reason: 'it cannot be changed once set.',
      });
    }
    next[name] = current[name];
  }
  return next;
}
