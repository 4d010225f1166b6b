import { badRequest } from './errors.js';
import type { Projection } from './inputs.js';
import { urns } from './urns.js';

/** Resources of one page when the client names no number, and the most that one page holds. */
export const pageSize = { default: 100, max: 500 } as const;

/** What a list request asks for, from a query string or from a `.search` body (RFC 7644 §3.4.2). */
export interface ListRequest {
  readonly filter?: string;
  readonly sort?: { readonly attribute: string; readonly direction: 'ASC' | 'DESC' };
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly projection: Projection;
}

type Parameters = ReadonlyMap<string, unknown>;

/** Reads the parameters of a list from a query string; unknown ones are ignored. */
export const parseListQuery = (query: string): ListRequest => toListRequest(queryParameters(query));

/** Reads `attributes` and `excludedAttributes` of a query string. */
export const parseProjection = (query: string): Projection => toProjection(queryParameters(query));

/** Reads the body of a `POST .search` (RFC 7644 §3.4.3). */
export function parseSearchBody(body: Readonly<Record<string, unknown>>): ListRequest {
  const members = new Map(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  const schemas = members.get('schemas');
  const isSearch = (urn: unknown) =>
    typeof urn === 'string' && urn.toLowerCase() === urns.searchRequest.toLowerCase();
  if (!Array.isArray(schemas) || !schemas.some(isSearch)) {
    throw badRequest('invalidSyntax', `"schemas" of a search must hold "${urns.searchRequest}".`);
  }
  return toListRequest(members);
}

/**
 * The parameters by lower-case name. A parameter without a value counts as left out, except `filter`, where
 * an empty text would otherwise list everybody.
 */
function queryParameters(query: string): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase();
    if (value === '' && key !== 'filter') continue;
    const earlier = parameters.get(key);
    if (earlier !== undefined && earlier !== value && known.has(key)) {
      throw badRequest('invalidValue', `The parameter "${name}" is given twice with different values.`);
    }
    parameters.set(key, value);
  }
  return parameters;
}

const known: ReadonlySet<string> = new Set([
  'filter',
  'sortby',
  'sortorder',
  'startindex',
  'count',
  'attributes',
  'excludedattributes',
]);

function toListRequest(parameters: Parameters): ListRequest {
  const filter = text(parameters, 'filter');
  const sortBy = text(parameters, 'sortBy');
  const direction = sortDirection(text(parameters, 'sortOrder'));
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(sortBy === undefined ? {} : { sort: { attribute: sortBy.trim(), direction } }),
    startIndex: Math.max(1, integer(parameters, 'startIndex') ?? 1),
    count: Math.min(pageSize.max, Math.max(0, integer(parameters, 'count') ?? pageSize.default)),
    projection: toProjection(parameters),
  };
}

function toProjection(parameters: Parameters): Projection {
  const attributes = names(parameters, 'attributes');
  const excludedAttributes = names(parameters, 'excludedAttributes');
  if (attributes && excludedAttributes) {
    throw badRequest(
      'invalidValue',
      '"attributes" and "excludedAttributes" exclude each other: send one of them.',
    );
  }
  return { ...(attributes ? { attributes } : {}), ...(excludedAttributes ? { excludedAttributes } : {}) };
}

function text(parameters: Parameters, name: string): string | undefined {
  const value = parameters.get(name.toLowerCase());
  if (value === undefined || typeof value === 'string') return value;
  throw badRequest('invalidValue', `"${name}" must be a string.`);
}

function integer(parameters: Parameters, name: string): number | undefined {
  const value = parameters.get(name.toLowerCase());
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) {
    throw badRequest('invalidValue', `"${name}" must be an integer.`);
  }
  return Math.max(-MAX_INDEX, Math.min(MAX_INDEX, number));
}

/** The largest GraphQL `Int`; no directory has that many resources. */
const MAX_INDEX = 2 ** 31 - 1;

function sortDirection(order: string | undefined): 'ASC' | 'DESC' {
  if (order === undefined || order.toLowerCase() === 'ascending') return 'ASC';
  if (order.toLowerCase() === 'descending') return 'DESC';
  throw badRequest('invalidValue', '"sortOrder" must be "ascending" or "descending".');
}

/** A comma-separated text or, in a search body, an array; undefined when it names nothing. */
function names(parameters: Parameters, name: string): readonly string[] | undefined {
  const value = parameters.get(name.toLowerCase());
  if (value === undefined) return undefined;
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw badRequest('invalidValue', `"${name}" must be a list of attribute names.`);
  }
  const trimmed = list.map((item) => item.trim()).filter((item) => item !== '');
  return trimmed.length === 0 ? undefined : [...new Set(trimmed)];
}
