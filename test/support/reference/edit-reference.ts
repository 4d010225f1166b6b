import { type Filter, type Known, meetsElement } from './filter-reference.js';

/**
 * A second implementation of edits (RFC 7644 §3.5.2), over plain objects that it changes in place. Like
 * its neighbour it imports nothing from the program.
 */

export type Plain = Record<string, unknown>;

export interface Edit {
  operation: 'ADD' | 'REMOVE' | 'REPLACE';
  attribute: string;
  where?: Filter;
  subAttribute?: string;
  value?: unknown;
}

/** What this implementation knows of an attribute. */
export interface Shape {
  /** The extension it stands in. */
  under?: string;
  form: 'one' | 'object' | 'list' | 'listOfObjects';
  required?: boolean;
  readOnly?: boolean;
  immutable?: boolean;
  /** The canonical values of its sub-attribute `type`. */
  types?: string[];
}

export interface Leniency {
  create: boolean;
  ignoreMissing: boolean;
}

/** Why an edit was refused, by the code that the program gives. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** The object after the edits; the given one is left alone. Throws a Refusal. */
export function applied(
  before: Plain,
  edits: Edit[],
  shapes: Record<string, Shape>,
  known: ReadonlyMap<string, Known>,
  leniency: Leniency,
): Plain {
  const after = structuredClone(before);
  for (const edit of edits) {
    const shape = shapes[edit.attribute];
    if (!shape) throw new Refusal('PATH_INVALID');
    if (shape.readOnly) throw new Refusal('ATTRIBUTE_IMMUTABLE');
  }
  for (const edit of edits) applyOne(after, edit, shapes[edit.attribute] as Shape, known, leniency);
  for (const [name, shape] of Object.entries(shapes)) {
    const old = holder(before, shape)[name];
    const now = holder(after, shape)[name];
    if (shape.immutable && old !== undefined && old !== now) throw new Refusal('ATTRIBUTE_IMMUTABLE');
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const value = after[name];
    if (shape.required && (value === undefined || String(value).trim() === ''))
      throw new Refusal('VALUE_INVALID');
  }
  return after;
}

function applyOne(
  root: Plain,
  edit: Edit,
  shape: Shape,
  known: ReadonlyMap<string, Known>,
  leniency: Leniency,
): void {
  const name = edit.attribute;
  if (edit.operation === 'REMOVE' && shape.required) throw new Refusal('ATTRIBUTE_IMMUTABLE');
  if (shape.under && !root[shape.under]) root[shape.under] = {};
  const home = holder(root, shape);
  if (shape.form === 'one') home[name] = single(home[name], edit);
  if (shape.form === 'object') home[name] = object((home[name] ?? {}) as Plain, edit);
  if (shape.form === 'list' || shape.form === 'listOfObjects') {
    home[name] = list((home[name] ?? []) as unknown[], edit, shape, known, leniency);
  }
  if (isNothing(home[name])) delete home[name];
  if (shape.under && Object.keys(root[shape.under] as Plain).length === 0) delete root[shape.under];
}

function single(current: unknown, edit: Edit): unknown {
  if (edit.operation === 'REMOVE') return undefined;
  if (edit.value === null) return edit.operation === 'REPLACE' ? undefined : current;
  return edit.value;
}

function object(current: Plain, edit: Edit): Plain | undefined {
  if (edit.subAttribute)
    return withPart(current, edit.subAttribute, single(current[edit.subAttribute], edit));
  if (edit.operation === 'REMOVE') return undefined;
  if (edit.value === null) return edit.operation === 'REPLACE' ? undefined : current;
  let result = current;
  for (const [part, value] of Object.entries(edit.value as Plain)) {
    if (value !== null) result = withPart(result, part, value);
    else if (edit.operation === 'REPLACE') result = withPart(result, part, undefined);
  }
  return result;
}

function list(
  current: unknown[],
  edit: Edit,
  shape: Shape,
  known: ReadonlyMap<string, Known>,
  leniency: Leniency,
): unknown[] {
  if (edit.where || edit.subAttribute) return partOfList(current, edit, shape, known, leniency);
  const value = (edit.value ?? []) as unknown[];
  if (edit.operation === 'REMOVE') {
    if (edit.value === undefined || edit.value === null) return [];
    return current.filter((element) => !value.some((wanted) => describes(wanted, element)));
  }
  const fresh = distinct(value);
  if (edit.operation === 'REPLACE')
    return preferLast(
      fresh,
      fresh.map((_, index) => index),
    );
  const result = [...current];
  const touched: number[] = [];
  for (const element of fresh) {
    const at = result.findIndex((other) => sameIdentity(other, element));
    touched.push(at < 0 ? result.length : at);
    if (at < 0) result.push(element);
    else if (typeof element === 'object') result[at] = { ...(result[at] as Plain), ...(element as Plain) };
  }
  return preferLast(result, touched);
}

function partOfList(
  current: unknown[],
  edit: Edit,
  shape: Shape,
  known: ReadonlyMap<string, Known>,
  leniency: Leniency,
): unknown[] {
  const { where, subAttribute: part, operation, value } = edit;
  const prefix = edit.attribute.toLowerCase();
  let elements = current as Plain[];
  let chosen = elements.flatMap((element, index) =>
    !where || meetsElement(where, element, prefix, known) ? [index] : [],
  );
  let replaces = operation === 'REPLACE';
  if (chosen.length === 0) {
    if (!where) {
      if (operation === 'REMOVE') return current;
      elements = [...elements, {}];
    } else {
      if (operation === 'ADD' && value === null) return current;
      if (operation === 'REMOVE' || value === null) {
        if (leniency.ignoreMissing) return current;
        throw new Refusal('TARGET_NOT_FOUND');
      }
      const seed = leniency.create ? described(where, shape) : undefined;
      if (!seed) throw new Refusal('TARGET_NOT_FOUND');
      elements = [...elements, seed];
      replaces = false;
    }
    chosen = [elements.length - 1];
  }
  if (!part && (operation === 'REMOVE' || value === null)) {
    return operation === 'ADD' ? elements : elements.filter((_, index) => !chosen.includes(index));
  }
  const result = elements.map((element, index) => {
    if (!chosen.includes(index)) return element;
    if (part) return withPart(element, part, single(element[part], edit));
    return replaces ? (value as Plain) : { ...element, ...(value as Plain) };
  });
  const claims = part ? part === 'primary' && value === true : (value as Plain).primary === true;
  return (claims ? preferLast(result, chosen) : result).filter(
    (element) => Object.keys(element as Plain).length > 0,
  );
}

/** The element that a filter describes beyond doubt, if it does. */
function described(where: Filter, shape: Shape): Plain | undefined {
  const facts: [string, unknown][] = [];
  const collect = (filter: Filter): boolean => {
    if ('and' in filter) return filter.and.every(collect);
    if (!('compare' in filter) || filter.compare.operator !== 'EQ' || filter.compare.value === null)
      return false;
    facts.push([filter.compare.attribute, filter.compare.value]);
    return true;
  };
  if (!collect(where)) return undefined;
  const types = facts.filter(([name]) => name === 'type').map(([, value]) => String(value).toLowerCase());
  const isClear =
    types.length > 0
      ? types.every((type) => shape.types?.includes(type))
      : facts.every(([name, value]) => name === 'primary' && value === true);
  return isClear ? Object.fromEntries(facts) : undefined;
}

/** Of the elements touched, the last that is preferred stays so; all others of the list are not. */
function preferLast(elements: unknown[], touched: number[]): unknown[] {
  const winner = touched.filter((index) => (elements[index] as Plain)?.primary === true).pop();
  if (winner === undefined) return elements;
  return elements.map((element, index) =>
    index !== winner && (element as Plain)?.primary === true
      ? { ...(element as Plain), primary: false }
      : element,
  );
}

function describes(wanted: unknown, element: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === element;
  const named = Object.entries(wanted).filter(([name]) => name !== 'display');
  return named.length > 0 && named.every(([name, value]) => (element as Plain)[name] === value);
}

function sameIdentity(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  const [a, b] = [left as Plain, right as Plain];
  if (a.value === undefined) return flat(a) === flat(b);
  return a.value === b.value && a.type === b.type;
}

function distinct(values: unknown[]): unknown[] {
  return values.filter((value, index) => values.findIndex((other) => flat(other) === flat(value)) === index);
}

function flat(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(Object.entries(value as Plain).sort()) : String(value);
}

function withPart(whole: Plain, name: string, value: unknown): Plain {
  const copy = { ...whole };
  if (value === undefined || value === null) delete copy[name];
  else copy[name] = value;
  return copy;
}

function holder(root: Plain, shape: Shape): Plain {
  return shape.under ? ((root[shape.under] ?? {}) as Plain) : root;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
