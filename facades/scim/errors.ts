import { DomainError, type ErrorCode, type ErrorKind } from '../../src/errors.js';
import type { ProtocolFailure } from '../http/request-log.js';
import { urns } from './urns.js';

/** The keywords of RFC 7644 §3.12, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive';

/** A failure that this facade itself finds: in the syntax of a request, before any operation runs. */
export class ScimError extends Error implements ProtocolFailure {
  override readonly name = 'ScimError';

  constructor(
    readonly status: number,
    readonly scimType: ScimType | undefined,
    detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }

  /** For the log, which does not repeat the detail: that may hold names of people. */
  get protocolCode(): string {
    return this.scimType ?? String(this.status);
  }
}

/** Shorthand for the commonest failure, a 400 with a keyword. */
export const badRequest = (scimType: ScimType, detail: string): ScimError =>
  new ScimError(400, scimType, detail);

/** The body of every failed SCIM request (RFC 7644 §3.12): `status` is a string, nothing else is shown. */
export interface ScimErrorBody {
  readonly schemas: readonly [typeof urns.error];
  readonly status: string;
  readonly scimType?: ScimType;
  readonly detail: string;
}

export const errorBody = (status: number, detail: string, scimType?: ScimType): ScimErrorBody => ({
  schemas: [urns.error],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});

/** What each kind of failure means over SCIM; a new kind does not compile until it is decided here. */
const statusOfKind: Readonly<Record<ErrorKind, number>> = {
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
  unprocessable: 400,
  upstream: 502,
  timeout: 504,
  unavailable: 503,
  internal: 500,
};

/** The keyword of each code that has one. */
const scimTypeOfCode: Readonly<Partial<Record<ErrorCode, ScimType>>> = {
  MALFORMED_JSON: 'invalidSyntax',
  VALIDATION_FAILED: 'invalidValue',
  GROUP_NAME_TAKEN: 'uniqueness',
  GROUP_NAME_RESERVED: 'invalidValue',
  ROLE_GROUP_IMMUTABLE: 'mutability',
  USER_NAME_TAKEN: 'uniqueness',
  FILTER_INVALID: 'invalidFilter',
  SORT_INVALID: 'invalidValue',
  PATH_INVALID: 'invalidPath',
  TARGET_NOT_FOUND: 'noTarget',
  ATTRIBUTE_UNKNOWN: 'invalidSyntax',
  ATTRIBUTE_IMMUTABLE: 'mutability',
  VALUE_INVALID: 'invalidValue',
  VALUE_TAKEN: 'uniqueness',
};

/** What the client is told of a failure; what is neither of ours nor the domain's is a 500 that tells nothing. */
export function toScimError(thrown: unknown): ScimError {
  if (thrown instanceof ScimError) return thrown;
  const error = thrown instanceof DomainError ? thrown : DomainError.of('INTERNAL', {}, thrown);
  const { retryAfterSeconds } = error.params;
  return new ScimError(
    statusOfKind[error.kind],
    scimTypeOfCode[error.code],
    error.message,
    typeof retryAfterSeconds === 'number' ? { 'Retry-After': String(retryAfterSeconds) } : {},
  );
}
