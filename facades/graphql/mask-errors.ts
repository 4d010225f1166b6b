import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError, type ErrorCode } from '../../src/errors.js';

/**
 * What a caller of /graphql sees of an error: a domain error as it is, a fault of the query as graphql-js
 * tells it, and anything else as INTERNAL, which tells nothing.
 */
export function maskError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const original = originalError(thrown);
  const { locations, path } = formatted;
  const where = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (original === undefined) {
    return { ...where, message: formatted.message, extensions: { code: codeOf(formatted) } };
  }
  const error = original instanceof DomainError ? original : DomainError.of('INTERNAL', {});
  return { ...where, message: error.message, extensions: error.extensions };
}

/** Every code is one of the catalogue, also for what the GraphQL engine itself refuses. */
function codeOf(formatted: GraphQLFormattedError): ErrorCode {
  return formatted.extensions?.code === 'BAD_USER_INPUT' ? 'BAD_USER_INPUT' : 'GRAPHQL_VALIDATION_FAILED';
}

/**
 * The error that a resolver threw, or undefined when graphql-js itself refused the query. Both graphql-js
 * and Apollo nest original errors in each other; the innermost is the one that was thrown.
 */
export function originalError(thrown: unknown): Error | undefined {
  let current: unknown = thrown;
  while (current instanceof GraphQLError) {
    if (!current.originalError) {
      return undefined;
    }
    current = current.originalError;
  }
  return current instanceof Error ? current : new Error(String(current));
}

/** True for an error that is our fault: it is masked, and belongs into the log. */
export function isUnexpected(error: Error | undefined): boolean {
  return error !== undefined && !(error instanceof DomainError && error.kind !== 'unavailable');
}
