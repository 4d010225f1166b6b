import type { DomainError, ErrorCode, ErrorKind } from '../../src/errors.js';

/** What each kind of failure means for a request that never became an operation. */
const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  unlicensed: 403,
  unsupported: 415,
  methodNotAllowed: 405,
  notFound: 404,
  conflict: 409,
  precondition: 412,
  tooLarge: 413,
  tooMany: 429,
  unprocessable: 422,
  upstream: 502,
  timeout: 504,
  unavailable: 503,
  internal: 500,
};

/**
 * Requests that were sound but whose document was not run: a client that asks for `application/json` gets
 * 200 for them, as GraphQL over HTTP §6.4.1 recommends, and everybody else the status of the kind.
 */
const DOCUMENT_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_LIMIT_EXCEEDED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** The status of an answer that holds nothing but this error. */
export function statusOf(error: DomainError, answeredAsJson: boolean): number {
  if (answeredAsJson && DOCUMENT_FAULTS.has(error.code)) {
    return 200;
  }
  return error.code === 'NOT_ACCEPTABLE' ? 406 : statuses[error.kind];
}
