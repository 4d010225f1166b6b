import type { Context as KoaContext } from 'koa';
import { z } from 'zod';
import { DomainError } from '../../src/errors.js';
import { readJsonBody } from '../http/read-body.js';

/** A request as GraphQL over HTTP defines it, checked; absent parameters are null. */
export interface GraphqlRequest {
  /** The document; null when the request names a persisted one instead. */
  readonly query: string | null;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>> | null;
  readonly extensions: Readonly<Record<string, unknown>> | null;
  /** The id of a persisted document. */
  readonly documentId: string | null;
}

const BODY_RULES = { mediaTypes: ['application/json'], maxBytes: 16_000_000 };

/** How deep variables may nest; definitions of versions need a few dozen levels. */
const MAX_NESTING = 200;

const map = z.record(z.string(), z.unknown(), 'must be a JSON object').nullish();
const parameters = z.object(
  {
    query: z.string('must be a string').nullish(),
    operationName: z.string('must be a string').nullish(),
    variables: map,
    extensions: map,
    documentId: z.string('must be a string').nullish(),
  },
  'must be a JSON object',
);

/**
 * Reads the request, or the batch of requests, of a POST or GET. Throws what readJsonBody throws, and
 * GRAPHQL_REQUEST_INVALID for parameters that the specification does not allow. A request of a batch that
 * is not valid is given as its error, since it does not concern the others.
 */
export async function readGraphqlRequest(
  koa: KoaContext,
  maxBatch: number,
): Promise<GraphqlRequest | readonly (GraphqlRequest | DomainError)[]> {
  if (koa.method === 'GET') {
    return toRequest(parametersOfUrl(new URLSearchParams(koa.querystring)));
  }
  const body = await readJsonBody(koa, BODY_RULES);
  if (!Array.isArray(body)) {
    return toRequest(body);
  }
  if (body.length === 0 || body.length > maxBatch) {
    throw invalid(maxBatch === 0 ? 'batches are switched off.' : `a batch holds 1 to ${maxBatch} requests.`);
  }
  return body.map((item) => {
    try {
      return toRequest(item);
    } catch (error) {
      return error as DomainError;
    }
  });
}

function parametersOfUrl(search: URLSearchParams): unknown {
  return {
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: parsedJson('variables', search.get('variables')),
    extensions: parsedJson('extensions', search.get('extensions')),
    documentId: search.get('documentId'),
  };
}

function parsedJson(name: string, text: string | null): unknown {
  if (text === null || text === '') {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`the parameter ${name} is not JSON.`);
  }
}

function toRequest(given: unknown): GraphqlRequest {
  const parsed = parameters.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`${issue?.path.join('.') || 'the request'} ${issue?.message}.`);
  }
  const { query, operationName, variables, extensions, documentId } = parsed.data;
  if (nestsDeeperThan(variables, MAX_NESTING)) {
    throw DomainError.of('GRAPHQL_LIMIT_EXCEEDED', { what: 'the nesting of variables', limit: MAX_NESTING });
  }
  return {
    query: query ?? null,
    operationName: operationName || null,
    variables: variables ?? null,
    extensions: extensions ?? null,
    documentId: documentId ?? null,
  };
}

/** Walks level by level: what is to be found is what would overflow the stack of whoever recurses. */
function nestsDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) {
      return true;
    }
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return false;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function invalid(reason: string): DomainError {
  return DomainError.of('GRAPHQL_REQUEST_INVALID', { reason });
}
