import {
  isJsonObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  sameJson,
} from '../attributes/attribute-document.js';
import { pathText } from '../attributes/attribute-path.js';
import { normaliseSingle, normaliseValue } from '../attributes/normalise-value.js';
import { matchElement } from '../filter/match-element.js';
import type { EditSettings } from './apply-edits.js';
import { type ResolvedEdit, removesAll } from './attribute-edit.js';
import { editSubAttribute, mergeObject } from './edit-single.js';
import { matchesGiven } from './matches-given.js';
import { missingElement } from './missing-element.js';
import { replaceElement } from './replace-element.js';

type Elements = readonly JsonValue[];

/** The new elements of a multi-valued attribute; an empty list unassigns it. */
export function editList(
  current: JsonValue | undefined,
  edit: ResolvedEdit,
  settings: EditSettings,
): Elements {
  const elements = Array.isArray(current) ? (current as Elements) : [];
  if (edit.where || edit.path.subAttribute) return editElements(elements, edit, settings);
  if (edit.operation === 'REMOVE') return removesAll(edit) ? [] : removeListed(elements, edit.value ?? []);
  const given = givenElements(edit);
  if (edit.operation === 'REPLACE') return onePrimary(given, lastPrimary(given));
  const { merged, touched } = addElements(elements, given);
  return onePrimary(merged, touched.filter((index) => isPrimary(merged[index])).at(-1));
}

/** Edits the elements that the filter matches, or all of them when only a sub-attribute is named. */
function editElements(elements: Elements, edit: ResolvedEdit, settings: EditSettings): Elements {
  const { where } = edit;
  const matches = elements.flatMap((element, index) =>
    !where || matchElement(where, element) ? [index] : [],
  );
  if (matches.length > 0) return editMatches(elements, matches, edit);
  if (!where) return edit.operation === 'REMOVE' ? elements : editMatches([{}], [0], edit);
  if (edit.operation === 'ADD' && isUnassigned(edit.value)) return elements;
  const created = missingElement(edit, where, settings);
  if (!created) return elements;
  // A created element starts from the filter's own values, so an object is laid over them.
  return editMatches([...elements, created], [elements.length], { ...edit, operation: 'ADD' });
}

function editMatches(elements: Elements, matches: readonly number[], edit: ResolvedEdit): Elements {
  if (!edit.path.subAttribute && (edit.operation === 'REMOVE' || isUnassigned(edit.value))) {
    if (edit.operation === 'ADD') return elements;
    return elements.filter((_, index) => !matches.includes(index));
  }
  const edited = [...elements];
  for (const index of matches) edited[index] = editElement(edited[index], edit);
  const claimed = matches.filter((index) => isPrimary(edited[index]) && claimsPrimary(edit)).at(-1);
  return onePrimary(edited, claimed).filter(
    (element) => !isJsonObject(element) || Object.keys(element).length > 0,
  );
}

function editElement(element: JsonValue | undefined, edit: ResolvedEdit): JsonValue {
  const object: JsonObject = isJsonObject(element) ? element : {};
  if (edit.path.subAttribute) return editSubAttribute(object, edit);
  const single = { ...edit, value: onlyElement(edit.value) };
  return edit.operation === 'ADD' ? mergeObject(object, single) : replaceElement(object, single);
}

/** An object may arrive wrapped in a list of one. */
function onlyElement(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) && value.length === 1 ? (value as Elements)[0] : value;
}

function removeListed(elements: Elements, listed: JsonValue): Elements {
  const given = Array.isArray(listed) ? (listed as Elements) : [listed];
  return elements.filter((element) => !given.some((candidate) => matchesGiven(element, candidate)));
}

function givenElements(edit: ResolvedEdit): Elements {
  const { attribute } = edit.path;
  const path = pathText(edit.path);
  if (isUnassigned(edit.value)) return [];
  if (Array.isArray(edit.value)) return (normaliseValue(attribute, edit.value, path) ?? []) as Elements;
  const element = normaliseSingle(attribute, edit.value, path);
  return element === undefined ? [] : [element];
}

/** Appends what is not there yet; an element of the same value and type takes over what is given. */
function addElements(elements: Elements, given: Elements): { merged: Elements; touched: number[] } {
  const merged = [...elements];
  const touched: number[] = [];
  for (const element of given) {
    const index = merged.findIndex((other) => isSameElement(other, element));
    const other = merged[index];
    touched.push(index < 0 ? merged.length : index);
    if (index < 0) merged.push(element);
    else if (isJsonObject(other) && isJsonObject(element)) merged[index] = { ...other, ...element };
  }
  return { merged, touched };
}

/** RFC 7643 §2.4: an attribute should not hold one value with one type twice. */
function isSameElement(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right) || left.value === undefined) return sameJson(left, right);
  return sameJson(left.value, right.value) && sameJson(left.type, right.type);
}

/** Setting one element primary makes all others not primary (RFC 7644 §3.5.2). */
function onePrimary(elements: Elements, claimed: number | undefined): Elements {
  if (claimed === undefined) return elements;
  return elements.map((element, index) =>
    index !== claimed && isPrimary(element) && isJsonObject(element)
      ? { ...element, primary: false }
      : element,
  );
}

function lastPrimary(elements: Elements): number | undefined {
  const index = elements.findLastIndex(isPrimary);
  return index < 0 ? undefined : index;
}

function isPrimary(element: JsonValue | undefined): boolean {
  return isJsonObject(element) && element.primary === true;
}

function claimsPrimary(edit: ResolvedEdit): boolean {
  if (edit.path.subAttribute) return edit.path.subAttribute.name === 'primary';
  const value = onlyElement(edit.value);
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([name, item]) => name.toLowerCase() === 'primary' && item === true)
  );
}
