import { DomainError } from '../../errors.js';
import { isJsonObject, isUnassigned, type JsonValue } from '../attributes/attribute-document.js';
import { pathText } from '../attributes/attribute-path.js';
import { normaliseSingle } from '../attributes/normalise-value.js';
import { type ResolvedEdit, removesAll } from '../edits/attribute-edit.js';
import type { ResolvedFilter } from '../filter/resolved-filter.js';

/** What a member is said to be; without a word its id decides. */
export type MemberType = 'User' | 'Group' | null;

/** A change of a set of members, whatever its size: perhaps emptied, some added, some removed. */
export interface MemberSetStep {
  readonly kind: 'set';
  isCleared: boolean;
  readonly added: Map<string, MemberType>;
  readonly removed: Set<string>;
}

/** The removal of the members that a filter describes by more than their ids. */
export interface MemberFilterStep {
  readonly kind: 'removeWhere';
  readonly where: ResolvedFilter;
}

/** One step of a plan. */
export type MemberStep = MemberSetStep | MemberFilterStep;

/** The steps that a list of edits of members comes to, and the ids that a path named for removal. */
export interface MemberPlan {
  readonly steps: readonly MemberStep[];
  /** Removals by a path that a strict workspace wants to match something; none of them was added before. */
  readonly targets: readonly string[];
}

/**
 * Folds edits of `members` into as few set operations as their order allows: one, unless a filter names
 * members by something other than their ids. Throws VALUE_INVALID and ATTRIBUTE_IMMUTABLE.
 */
export function planMembers(edits: readonly ResolvedEdit[]): MemberPlan {
  const steps: MemberStep[] = [];
  const targets: string[] = [];
  for (const edit of edits) applyToPlan(steps, targets, edit);
  return { steps, targets };
}

function applyToPlan(steps: MemberStep[], targets: string[], edit: ResolvedEdit): void {
  const { operation, where, path } = edit;
  if (path.subAttribute) throw immutable(pathText(path));
  if (where) {
    applyFiltered(steps, targets, edit, where);
    return;
  }
  if (operation === 'REMOVE') {
    if (removesAll(edit)) clear(setStep(steps));
    else for (const id of listedIds(edit)) remove(setStep(steps), id);
    return;
  }
  const members = membersOf(edit);
  if (operation === 'REPLACE') clear(setStep(steps));
  for (const [id, type] of members) add(setStep(steps), id, type);
}

function applyFiltered(
  steps: MemberStep[],
  targets: string[],
  edit: ResolvedEdit,
  where: ResolvedFilter,
): void {
  const ids = idsOf(where);
  if (edit.operation !== 'REMOVE') {
    const [member, ...others] = [...membersOf(edit)];
    if (!member || others.length > 0 || !ids?.includes(member[0]))
      throw immutable(`${pathText(edit.path)}.value`);
    add(setStep(steps), ...member);
  } else if (ids) {
    for (const id of ids) {
      if (!setStep(steps).added.has(id)) targets.push(id);
      remove(setStep(steps), id);
    }
  } else {
    steps.push({ kind: 'removeWhere', where });
  }
}

/** The ids of a filter that is nothing but `value eq "…"`, alone or joined by `or`. */
function idsOf(filter: ResolvedFilter): readonly string[] | undefined {
  if (filter.kind === 'compare') {
    const isId = filter.operator === 'EQ' && filter.path.subAttribute?.name === 'value';
    return isId ? [String(filter.literal)] : undefined;
  }
  if (filter.kind !== 'or') return undefined;
  const parts = filter.filters.map(idsOf);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

function setStep(steps: MemberStep[]): MemberSetStep {
  const last = steps.at(-1);
  if (last?.kind === 'set') return last;
  const step: MemberSetStep = { kind: 'set', isCleared: false, added: new Map(), removed: new Set() };
  steps.push(step);
  return step;
}

function clear(step: MemberSetStep): void {
  step.isCleared = true;
  step.added.clear();
  step.removed.clear();
}

function add(step: MemberSetStep, id: string, type: MemberType): void {
  step.removed.delete(id);
  step.added.set(id, type);
}

function remove(step: MemberSetStep, id: string): void {
  step.added.delete(id);
  if (!step.isCleared) step.removed.add(id);
}

function membersOf(edit: ResolvedEdit): Map<string, MemberType> {
  const path = pathText(edit.path);
  const given = isUnassigned(edit.value) ? [] : edit.value;
  const list = (Array.isArray(given) ? given : [given]) as readonly JsonValue[];
  return new Map(
    list.map((element) => {
      const member = normaliseSingle(edit.path.attribute, element, path);
      const { value, type } = isJsonObject(member) ? member : {};
      if (typeof value !== 'string' || value === '') {
        throw DomainError.of('VALUE_INVALID', { path: `${path}.value`, reason: 'every member needs one.' });
      }
      return [value, memberType(`${path}.type`, type)];
    }),
  );
}

function memberType(path: string, type: JsonValue | undefined): MemberType {
  if (type === undefined) return null;
  const known = (['User', 'Group'] as const).find(
    (name) => name.toLowerCase() === String(type).toLowerCase(),
  );
  if (known) return known;
  throw DomainError.of('VALUE_INVALID', { path, reason: 'a member is a User or a Group.' });
}

/** The ids in the value of a removal: objects with a value, or the ids themselves. */
function listedIds(edit: ResolvedEdit): readonly string[] {
  const list = Array.isArray(edit.value) ? (edit.value as readonly JsonValue[]) : [edit.value];
  return list.map((item) => {
    const id = isJsonObject(item)
      ? Object.entries(item).find(([name]) => name.toLowerCase() === 'value')?.[1]
      : item;
    if (typeof id === 'string') return id;
    throw DomainError.of('VALUE_INVALID', {
      path: `${pathText(edit.path)}.value`,
      reason: 'it must name a member.',
    });
  });
}

function immutable(path: string): DomainError {
  return DomainError.of('ATTRIBUTE_IMMUTABLE', {
    path,
    reason: 'a member cannot be turned into another; remove it and add the other.',
  });
}
