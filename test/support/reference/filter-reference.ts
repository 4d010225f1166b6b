/**
 * A second implementation of filtering and sorting, over plain objects in memory. It imports nothing from
 * the program and shares no rule with it but the texts of RFC 7643 and RFC 7644.
 */

/** How values of an attribute compare. */
export type Kind =
  | 'schema'
  | 'fold'
  | 'exact'
  | 'binary'
  | 'userName'
  | 'groupName'
  | 'boolean'
  | 'number'
  | 'instant';

/** An attribute as this implementation knows it: where it stands in the object and how it compares. */
export interface Known {
  /** The keys from the root to the value; for a list, to the list. */
  readonly at: readonly string[];
  readonly kind: Kind;
  /** For attributes inside the elements of a list: the key in the element ('' for a list of plain values). */
  readonly inElement?: string;
  /** Whether the attribute itself is a list. */
  readonly isList?: boolean;
}

export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { compare: { attribute: string; operator: string; value: unknown } }
  | { present: string }
  | { element: { attribute: string; where: Filter } };

export type Thing = Record<string, unknown>;

/** Whether an object meets a filter, given what is known of its attributes by lower-case name. */
export function meets(filter: Filter, thing: Thing, known: ReadonlyMap<string, Known>): boolean {
  if ('and' in filter) return filter.and.every((part) => meets(part, thing, known));
  if ('or' in filter) return filter.or.some((part) => meets(part, thing, known));
  if ('not' in filter) return !meets(filter.not, thing, known);
  if ('present' in filter) {
    const by = lookUp(known, filter.present);
    // A schema is present when the resource holds anything of it, as `schemas` says, be it an empty text.
    // A list of complex values is present when anything in it is; comparisons alone mean its `value`.
    if (by.isList && !filter.present.includes('.')) return isThere(reach(thing, by.at));
    return valuesOf(by, thing).some(by.kind === 'schema' ? isSet : isThere);
  }
  if ('element' in filter) {
    const list = lookUp(known, filter.element.attribute);
    const elements = reach(thing, list.at);
    const prefix = filter.element.attribute.toLowerCase();
    return (Array.isArray(elements) ? elements : []).some((element) =>
      meetsElement(filter.element.where, element as Thing, prefix, known),
    );
  }
  const { attribute, operator, value } = filter.compare;
  return holds(lookUp(known, attribute), valuesOf(lookUp(known, attribute), thing), operator, value);
}

/** Whether one element meets a filter; its attributes are known as `list.part`. */
export function meetsElement(
  filter: Filter,
  element: Thing,
  prefix: string,
  known: ReadonlyMap<string, Known>,
): boolean {
  if ('and' in filter) return filter.and.every((part) => meetsElement(part, element, prefix, known));
  if ('or' in filter) return filter.or.some((part) => meetsElement(part, element, prefix, known));
  if ('not' in filter) return !meetsElement(filter.not, element, prefix, known);
  if ('present' in filter)
    return isThere(element[lookUp(known, `${prefix}.${filter.present}`).inElement ?? '']);
  if ('element' in filter) throw new Error('no brackets inside brackets');
  const one = lookUp(known, `${prefix}.${filter.compare.attribute}`);
  return holds(
    { ...one, isList: false },
    [element[one.inElement ?? '']],
    filter.compare.operator,
    filter.compare.value,
  );
}

/** The order of two objects by one attribute: missing ones last, ties by id. */
export function compareBy(
  left: Thing,
  right: Thing,
  attribute: string,
  descending: boolean,
  known: ReadonlyMap<string, Known>,
): number {
  const by = lookUp(known, attribute);
  const [a, b] = [sortValue(by, left), sortValue(by, right)];
  if (a !== undefined && b !== undefined && a !== b) return (before(a, b) ? -1 : 1) * (descending ? -1 : 1);
  if ((a === undefined) !== (b === undefined))
    return ((a === undefined ? 1 : -1) * (descending ? -1 : 1)) as number;
  return String(left.id) < String(right.id) ? -1 : 1;
}

function sortValue(by: Known, thing: Thing): string | number | boolean | bigint | undefined {
  if (!by.isList) return keyOf(by.kind, valuesOf(by, thing)[0]);
  const list = reach(thing, by.at);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  if (by.inElement === '') return keyOf(by.kind, list[0]);
  const preferred = list.find((element) => (element as Thing).primary === true) ?? list[0];
  return keyOf(by.kind, (preferred as Thing)[by.inElement ?? '']);
}

function holds(by: Known, values: unknown[], operator: string, literal: unknown): boolean {
  if (literal === null) {
    const present = values.some(isThere);
    return operator === 'EQ' ? !present : present;
  }
  const equals = (value: unknown) => isSet(value) && keyOf(by.kind, value) === keyOf(by.kind, literal);
  if (operator === 'NE') return by.isList ? values.some((value) => !equals(value)) : !equals(values[0]);
  if (operator === 'EQ') return values.some(equals);
  return values
    .filter(isSet)
    .some((value) => passes(operator, keyOf(by.kind, value), keyOf(by.kind, literal)));
}

function passes(operator: string, actual: unknown, wanted: unknown): boolean {
  if (operator === 'CO') return String(actual).indexOf(String(wanted)) >= 0;
  if (operator === 'SW') return String(actual).slice(0, String(wanted).length) === String(wanted);
  if (operator === 'EW')
    return wanted === '' || String(actual).slice(-String(wanted).length) === String(wanted);
  if (operator === 'GT') return before(wanted, actual);
  if (operator === 'GE') return before(wanted, actual) || actual === wanted;
  if (operator === 'LT') return before(actual, wanted);
  return before(actual, wanted) || actual === wanted;
}

/** Texts by code point, which is the order of their UTF-8 bytes. */
function before(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return (left as number) < (right as number);
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [x, y] = [a[index]?.codePointAt(0) ?? 0, b[index]?.codePointAt(0) ?? 0];
    if (x !== y) return x < y;
  }
  return a.length < b.length;
}

function keyOf(kind: Kind, value: unknown): string | number | boolean | bigint | undefined {
  if (!isSet(value)) return undefined;
  if (kind === 'instant') return nanoseconds(String(value));
  if (kind === 'exact' || kind === 'binary') return String(value);
  if (kind === 'fold') {
    return String(value).normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
  }
  if (kind === 'groupName') {
    return String(value).normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  }
  if (kind === 'userName') {
    const narrow = Array.from(String(value), (c) =>
      c >= '\uff01' && c <= '\uffee' ? c.normalize('NFKC') : c,
    );
    return narrow.join('').replaceAll('Σ', 'σ').toLowerCase().normalize('NFC');
  }
  return value as number | boolean;
}

/** The instant of a dateTime as a count, by the clock of the platform and the fraction by hand. */
function nanoseconds(text: string): bigint {
  const [, head = '', fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  return BigInt(Date.parse(`${head}${zone}`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function valuesOf(by: Known, thing: Thing): unknown[] {
  const value = reach(thing, by.at);
  if (!by.isList) return [value];
  const list = Array.isArray(value) ? value : [];
  return by.inElement ? list.map((element) => (element as Thing)[by.inElement ?? '']) : list;
}

function reach(thing: Thing, at: readonly string[]): unknown {
  return at.reduce<unknown>((value, key) => (isSet(value) ? (value as Thing)[key] : undefined), thing);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isThere);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isThere);
  return isSet(value) && value !== '';
}

function lookUp(known: ReadonlyMap<string, Known>, name: string): Known {
  const found = known.get(name.toLowerCase());
  if (!found) throw new Error(`the reference does not know ${name}`);
  return found;
}
