import { DomainError, type ErrorCode, type ErrorKind } from '../../src/errors.js';

/** What each kind of failure means over REST; a new kind does not compile until it is decided here. */
const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  unlicensed: 451,
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

/** The error body of the external operations (contract §3). */
export interface ErrorBody {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly path: string;
  readonly timestamp: string;
  readonly requestId: string;
  readonly details?: unknown;
  readonly step?: unknown;
}

/** What the caller is told of a failure; what is no domain error is INTERNAL and tells nothing. */
export function toErrorBody(
  thrown: unknown,
  request: { readonly path: string; readonly requestId: string; readonly now: Date },
  statusOf: Readonly<Partial<Record<ErrorCode, number>>> = {},
): ErrorBody {
  const error = thrown instanceof DomainError ? thrown : DomainError.of('INTERNAL', {}, thrown);
  const { details, step } = error.extensions;
  return {
    statusCode: statusOf[error.code] ?? statuses[error.kind],
    code: error.code,
    message: error.message,
    path: request.path,
    timestamp: request.now.toISOString(),
    requestId: request.requestId,
    ...(details ? { details } : {}),
    ...(step ? { step } : {}),
  };
}
