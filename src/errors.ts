/**
 * The one catalogue of errors. The domain throws codes, never statuses: each facade decides in one
 * exhaustive table what a kind means in its protocol.
 */

/** The closed set of ways in which a request can fail, independent of any protocol. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'unlicensed'
  | 'unsupported'
  | 'methodNotAllowed'
  | 'notFound'
  | 'conflict'
  | 'precondition'
  | 'tooLarge'
  | 'tooMany'
  | 'unprocessable'
  | 'upstream'
  | 'timeout'
  | 'unavailable'
  | 'internal';

/** One problem in an input: where it is (`granularPermissions[0].type`) and what is wrong with it. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

interface Definition<Params> {
  readonly kind: ErrorKind;
  readonly message: (params: Params) => string;
}

/** How far a push had come: reading the remote, making the commit, or sending it. */
export interface GitStep {
  readonly step: 'clone' | 'commit' | 'push';
}

/** A failure at a remote; `host` is the only thing of the remote that is ever shown. */
interface GitParams extends GitStep {
  readonly host: string;
}

const error = <Params = Record<never, never>>(
  kind: ErrorKind,
  message: string | ((params: Params) => string),
): Definition<Params> => ({ kind, message: typeof message === 'string' ? () => message : message });

const catalogue = {
  // Requests
  ROUTE_NOT_FOUND: error<{ path: string }>('notFound', (p) => `There is no operation at ${p.path}.`),
  METHOD_NOT_ALLOWED: error<{ method: string; allowed: string }>(
    'methodNotAllowed',
    (p) => `${p.method} is not offered here; the allowed methods are ${p.allowed}.`,
  ),
  UNSUPPORTED_MEDIA_TYPE: error<{ expected: string }>(
    'unsupported',
    (p) => `The body must be sent as ${p.expected}, and not compressed.`,
  ),
  BODY_TOO_LARGE: error<{ limit: string }>('tooLarge', (p) => `The body is larger than ${p.limit}.`),
  MALFORMED_JSON: error<{ reason: string }>('invalid', (p) => `The body is not valid JSON: ${p.reason}`),
  VALIDATION_FAILED: error<{ problems: readonly Problem[] }>('invalid', (p) =>
    p.problems.length === 1
      ? `The input is not valid: ${p.problems[0]?.path}: ${p.problems[0]?.message}`
      : `The input has ${p.problems.length} problems; details lists each of them.`,
  ),
  INTERNAL: error('internal', 'Something went wrong on our side. Quote the request id when you report it.'),
  DATABASE_UNAVAILABLE: error(
    'unavailable',
    'The database cannot be reached at the moment. Try again shortly.',
  ),

  // GraphQL requests
  GRAPHQL_REQUEST_INVALID: error<{ reason: string }>(
    'invalid',
    (p) => `The GraphQL request is not valid: ${p.reason}`,
  ),
  GRAPHQL_PARSE_FAILED: error<{ reason: string }>('invalid', (p) => p.reason),
  GRAPHQL_VALIDATION_FAILED: error<{ reason: string }>('invalid', (p) => p.reason),
  BAD_USER_INPUT: error<{ reason: string }>('invalid', (p) => p.reason),
  GRAPHQL_LIMIT_EXCEEDED: error<{ what: string; limit: number }>(
    'invalid',
    (p) => `The GraphQL document exceeds the limit of ${p.limit} for ${p.what}.`,
  ),
  NOT_ACCEPTABLE: error<{ offered: string }>(
    'unsupported',
    (p) => `The answer can be sent only as ${p.offered}.`,
  ),
  // Clients of automatic persisted queries look for these two messages.
  PERSISTED_QUERY_NOT_FOUND: error('invalid', 'PersistedQueryNotFound'),
  PERSISTED_QUERY_NOT_SUPPORTED: error('invalid', 'PersistedQueryNotSupported'),
  DOCUMENT_NOT_ALLOWED: error('forbidden', 'Only the documents that this instance knows may be run.'),
  REQUEST_TIMEOUT: error<{ milliseconds: number }>(
    'timeout',
    (p) => `The request took longer than ${p.milliseconds} ms and was given up.`,
  ),
  REQUEST_CANCELLED: error('timeout', 'The caller went away before the request was answered.'),

  // Access
  NOT_AVAILABLE_ON_COMMUNITY_EDITION: error(
    'notFound',
    'This operation is not available on the Community Edition.',
  ),
  EXTERNAL_API_DISABLED: error('forbidden', 'The External API is switched off on this instance.'),
  SCIM_DISABLED: error('forbidden', 'SCIM provisioning is switched off on this instance.'),
  UNAUTHENTICATED: error(
    'unauthenticated',
    'The Authorization header is missing or its token is not valid, revoked or expired.',
  ),
  FORBIDDEN: error<{ reason: string }>('forbidden', (p) => p.reason),
  FEATURE_NOT_IN_PLAN: error<{ feature: string }>(
    'forbidden',
    (p) =>
      `The instance is on the basic plan, which does not include ${p.feature}. Install a licence that does.`,
  ),
  FEATURE_NOT_LICENSED: error<{ feature: string }>(
    'unlicensed',
    (p) => `The licence of this instance does not include ${p.feature}.`,
  ),
  LICENSE_INVALID: error<{ reason: string }>('invalid', (p) => `The licence was refused: ${p.reason}`),
  TOKEN_NOT_LIVE: error<{ id: string }>(
    'conflict',
    (p) => `The token ${p.id} is revoked or expired; issue a new one instead.`,
  ),
  TOKEN_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no token ${p.id}.`),

  // Directory
  WORKSPACE_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no workspace ${p.id}.`),
  WORKSPACE_HAS_NO_ADMIN: error<{ id: string }>(
    'conflict',
    (p) => `The workspace ${p.id} has no active admin. Make a user of it admin first.`,
  ),
  GROUP_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no group ${p.id} in this workspace.`),
  GROUP_NAME_TAKEN: error<{ name: string }>(
    'conflict',
    (p) => `A group named "${p.name}" already exists in this workspace.`,
  ),
  GROUP_NAME_RESERVED: error<{ name: string }>('invalid', (p) => `"${p.name}" is the name of a role.`),
  ROLE_GROUP_IMMUTABLE: error<{ name: string }>(
    'conflict',
    (p) => `"${p.name}" is a role group: its members follow each user's role and it cannot be changed.`,
  ),
  RESOURCE_NOT_FOUND: error<{ type: string; resources: readonly string[] }>(
    'notFound',
    (p) => `The workspace has no ${p.type} with this id or name: ${p.resources.join(', ')}.`,
  ),
  USER_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no user ${p.id} in this workspace.`),
  USER_NAME_TAKEN: error<{ userName: string }>(
    'conflict',
    (p) => `A user named "${p.userName}" already exists in this workspace.`,
  ),
  ENVIRONMENT_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no environment ${p.id}.`),
  ENVIRONMENT_NAME_TAKEN: error<{ name: string }>(
    'conflict',
    (p) => `An environment named "${p.name}" already exists in this workspace.`,
  ),
  ENVIRONMENT_BUILT_IN: error<{ name: string }>(
    'conflict',
    (p) => `Every workspace has the environment "${p.name}": it keeps its name and stays.`,
  ),

  // Provisioning
  RESOURCE_TYPE_NOT_FOUND: error<{ type: string }>(
    'notFound',
    (p) => `There is no resource type "${p.type}" on this instance.`,
  ),
  PROVISIONED_RESOURCE_NOT_FOUND: error<{ type: string; id: string }>(
    'notFound',
    (p) => `There is no ${p.type} ${p.id} in this workspace.`,
  ),
  FILTER_INVALID: error<{ reason: string }>('invalid', (p) => `The filter cannot be evaluated: ${p.reason}`),
  SORT_INVALID: error<{ reason: string }>('invalid', (p) => `The list cannot be sorted so: ${p.reason}`),
  PATH_INVALID: error<{ path: string; reason: string }>(
    'invalid',
    (p) => `The path "${p.path}" is not valid: ${p.reason}`,
  ),
  TARGET_NOT_FOUND: error<{ path: string }>(
    'invalid',
    (p) => `The path "${p.path}" matches nothing that could be changed.`,
  ),
  ATTRIBUTE_UNKNOWN: error<{ path: string; type: string }>(
    'invalid',
    (p) => `A ${p.type} has no attribute "${p.path}".`,
  ),
  ATTRIBUTE_IMMUTABLE: error<{ path: string; reason: string }>(
    'invalid',
    (p) => `The attribute "${p.path}" cannot be changed so: ${p.reason}`,
  ),
  VALUE_INVALID: error<{ path: string; reason: string }>(
    'invalid',
    (p) => `The value of "${p.path}" is not valid: ${p.reason}`,
  ),
  VALUE_TAKEN: error<{ path: string; value: string }>(
    'conflict',
    (p) =>
      `Another resource of this type already has the value "${p.value}" in "${p.path}", which is unique.`,
  ),
  VERSION_MISMATCH: error<{ id: string }>(
    'precondition',
    (p) => `The resource ${p.id} has changed since the version that the request names.`,
  ),

  // Apps
  APP_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no app ${p.id}.`),
  APP_NAME_TAKEN: error<{ name: string }>(
    'conflict',
    (p) => `An app named "${p.name}" already exists in this workspace.`,
  ),
  VERSION_NOT_FOUND: error<{ id: string }>('notFound', (p) => `The app has no version ${p.id}.`),
  VERSION_NAME_TAKEN: error<{ name: string }>(
    'conflict',
    (p) => `The app already has a version named "${p.name}".`,
  ),
  DATA_SOURCE_NOT_FOUND: error<{ id: string }>('notFound', (p) => `There is no data source ${p.id}.`),
  DATA_SOURCE_NAME_TAKEN: error<{ name: string }>(
    'conflict',
    (p) => `A data source named "${p.name}" already exists in this workspace.`,
  ),

  // Git
  GIT_SYNC_DISABLED: error(
    'invalid',
    'Git sync is not enabled for this app. Configure its repository, or switch it on again.',
  ),
  GIT_CREDENTIALS_UNREADABLE: error(
    'unavailable',
    'The stored Git credentials cannot be decrypted with the configured encryption keys. Enter them again, or restore the key.',
  ),
  GIT_ENCRYPTION_UNAVAILABLE: error(
    'unavailable',
    'Git credentials cannot be stored, since this instance has no encryption key. Ask its operator to set ENCRYPTION_KEYS.',
  ),
  GIT_AUTH_FAILED: error<GitParams>(
    'unprocessable',
    (p) => `${p.host} refused the credentials. Check the user name and token of the repository settings.`,
  ),
  GIT_FORBIDDEN: error<GitParams>(
    'unprocessable',
    (p) => `${p.host} knows the credentials but does not let them do this. The token needs write access.`,
  ),
  GIT_REMOTE_NOT_FOUND: error<GitParams>(
    'unprocessable',
    (p) => `${p.host} has no such repository, or hides it from these credentials.`,
  ),
  GIT_URL_NOT_ALLOWED: error<GitStep>(
    'unprocessable',
    'The Git URL is not allowed. It must be https without user or password, and its host must resolve to public addresses; the operator can allow others in GIT_ALLOWED_HOSTS.',
  ),
  GIT_REDIRECTED: error<GitParams & { target: string }>(
    'unprocessable',
    (p) => `${p.host} redirects to ${p.target}. Update the URL of the repository settings.`,
  ),
  GIT_TOO_LARGE: error<GitParams & { reason: string }>('unprocessable', (p) => `${p.host}: ${p.reason}`),
  GIT_UNSUPPORTED: error<GitParams & { reason: string }>('unprocessable', (p) => `${p.host}: ${p.reason}`),
  GIT_BRANCH_INVALID: error<GitStep & { branch: string; reason: string }>(
    'unprocessable',
    (p) => `The branch "${p.branch}" cannot be pushed: ${p.reason}`,
  ),
  GIT_DIRECTORY_TAKEN: error<GitStep & { directory: string; reason: string }>(
    'conflict',
    (p) => `The directory "${p.directory}" of the repository is taken: ${p.reason}`,
  ),
  GIT_PUSH_REJECTED: error<GitParams & { reason: string }>(
    'conflict',
    (p) => `${p.host} refused the push: ${p.reason}`,
  ),
  GIT_CONFLICT: error<GitStep & { branch: string; attempts: number }>(
    'conflict',
    (p) => `Others kept pushing to "${p.branch}" during all ${p.attempts} attempts. Try again.`,
  ),
  GIT_UNREACHABLE: error<GitParams>('upstream', (p) => `${p.host} cannot be reached.`),
  GIT_TLS_FAILED: error<GitParams & { reason: string }>(
    'upstream',
    (p) => `No secure connection to ${p.host}: ${p.reason}`,
  ),
  GIT_BAD_RESPONSE: error<GitParams & { reason: string }>(
    'upstream',
    (p) => `${p.host} did not answer as a Git server does: ${p.reason}`,
  ),
  GIT_RATE_LIMITED: error<GitParams & { retryAfterSeconds: number }>(
    'unavailable',
    (p) => `${p.host} asks to slow down. Try again in ${p.retryAfterSeconds} seconds.`,
  ),
  GIT_TIMEOUT: error<GitParams>('timeout', (p) => `${p.host} did not answer in time.`),
} as const;

type Catalogue = typeof catalogue;

/** A code of the catalogue. */
export type ErrorCode = keyof Catalogue;

/** The facts that a code's message is made of. */
export type ErrorParams<Code extends ErrorCode> = Parameters<Catalogue[Code]['message']>[0];

/** Every code with its kind, for the tests and documents that walk the catalogue. */
export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = Object.fromEntries(
  Object.entries(catalogue).map(([code, definition]) => [code, definition.kind]),
) as Record<ErrorCode, ErrorKind>;

/**
 * A failure that the caller may see. `extensions` lets it travel through GraphQL as data:
 * graphql-js copies that property of the original error into the response.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly params: Readonly<Record<string, unknown>>;

  private constructor(code: ErrorCode, params: Record<string, unknown>, cause?: unknown) {
    super((catalogue[code] as Definition<Record<string, unknown>>).message(params), { cause });
    this.code = code;
    this.kind = catalogue[code].kind;
    this.params = params;
  }

  /** Makes the error of a code; `cause` is for the log alone and never leaves the process. */
  static of<Code extends ErrorCode>(code: Code, params: ErrorParams<Code>, cause?: unknown): DomainError {
    return new DomainError(code, params as Record<string, unknown>, cause);
  }

  get extensions(): Record<string, unknown> {
    const { problems, retryAfterSeconds, step } = this.params;
    return {
      code: this.code,
      ...(problems ? { details: problems } : {}),
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
      ...(step ? { step } : {}),
    };
  }
}
