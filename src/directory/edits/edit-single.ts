import { DomainError } from '../../errors.js';
import {
  isJsonObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  withMember,
} from '../attributes/attribute-document.js';
import { pathText } from '../attributes/attribute-path.js';
import { normaliseValue } from '../attributes/normalise-value.js';
import { matchElement } from '../filter/match-element.js';
import type { EditSettings } from './apply-edits.js';
import { type ResolvedEdit, removesAll } from './attribute-edit.js';
import { holdsGiven } from './matches-given.js';
import { missingElement } from './missing-element.js';

/** The new value of a single-valued attribute; undefined unassigns it. */
export function editSingle(
  current: JsonValue | undefined,
  edit: ResolvedEdit,
  settings: EditSettings,
): JsonValue | undefined {
  // A filter on a single value treats it as a list of one: Entra removes `manager[value eq "id"]`.
  if (edit.where && !(current !== undefined && matchElement(edit.where, current))) {
    if (edit.operation === 'ADD' && isUnassigned(edit.value)) return current;
    const created = missingElement(edit, edit.where, settings);
    return created ? editUnfiltered(created, edit) : current;
  }
  return editUnfiltered(current, edit);
}

/** Sets, changes or removes one sub-attribute of an object; an element of a list is edited by it, too. */
export function editSubAttribute(object: JsonObject, edit: ResolvedEdit): JsonObject {
  const { subAttribute } = edit.path;
  if (!subAttribute) return object;
  const current = object[subAttribute.name];
  const next = valueAfter(current, edit, subAttribute.multiValued);
  refuseChangeOfImmutable(edit, current, next);
  return withMember(object, subAttribute.name, next);
}

/** An object with the given sub-attributes laid over it; null unassigns one. */
export function mergeObject(current: JsonObject, edit: ResolvedEdit): JsonObject {
  const given = normaliseValue(
    { ...edit.path.attribute, multiValued: false },
    edit.value ?? null,
    pathText(edit.path),
  );
  const cleared = isJsonObject(edit.value) ? clearedNames(edit, edit.value) : [];
  let merged = current;
  for (const [name, value] of [...Object.entries(isJsonObject(given) ? given : {}), ...cleared]) {
    const subAttribute = edit.path.attribute.subAttributes?.find((candidate) => candidate.name === name);
    if (subAttribute)
      refuseChangeOfImmutable({ ...edit, path: { ...edit.path, subAttribute } }, merged[name], value);
    merged = withMember(merged, name, value);
  }
  return merged;
}

function editUnfiltered(current: JsonValue | undefined, edit: ResolvedEdit): JsonValue | undefined {
  if (edit.path.subAttribute) return editSubAttribute(isJsonObject(current) ? current : {}, edit);
  if (edit.operation === 'REMOVE') {
    return removesAll(edit) || holdsGiven(current, edit.value) ? undefined : current;
  }
  if (isUnassigned(edit.value)) return edit.operation === 'REPLACE' ? undefined : current;
  if (edit.path.attribute.type === 'complex') return mergeObject(isJsonObject(current) ? current : {}, edit);
  return normaliseValue(edit.path.attribute, edit.value, pathText(edit.path));
}

function valueAfter(
  current: JsonValue | undefined,
  edit: ResolvedEdit,
  multiValued: boolean,
): JsonValue | undefined {
  const attribute = edit.path.subAttribute ?? edit.path.attribute;
  if (edit.operation === 'REMOVE') {
    return removesAll(edit) || holdsGiven(current, edit.value) ? undefined : current;
  }
  const given = normaliseValue(attribute, edit.value ?? null, pathText(edit.path));
  if (given === undefined) return edit.operation === 'REPLACE' ? undefined : current;
  if (!multiValued || edit.operation === 'REPLACE' || !Array.isArray(current)) return given;
  return normaliseValue(attribute, [...current, ...(given as readonly JsonValue[])], pathText(edit.path));
}

/** The sub-attributes that a merged object names with null, in the spelling of the schema. */
function clearedNames(edit: ResolvedEdit, value: JsonObject): readonly (readonly [string, undefined])[] {
  if (edit.operation !== 'REPLACE') return [];
  return (edit.path.attribute.subAttributes ?? [])
    .filter(({ name, mutability }) => {
      const key = Object.keys(value).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      return key !== undefined && isUnassigned(value[key]) && mutability !== 'readOnly';
    })
    .map(({ name }) => [name, undefined] as const);
}

/** A set immutable value keeps its value as long as its element lives (RFC 7643 §7). */
function refuseChangeOfImmutable(
  { path }: ResolvedEdit,
  current: JsonValue | undefined,
  next: JsonValue | undefined,
): void {
  if (path.subAttribute?.mutability === 'immutable' && current !== undefined && current !== next) {
    throw DomainError.of('ATTRIBUTE_IMMUTABLE', {
      path: pathText(path),
      reason: 'it cannot be changed once set.',
    });
  }
}
