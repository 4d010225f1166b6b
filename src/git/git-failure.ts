import { DomainError, type ErrorCode, type ErrorParams, type GitStep } from '../errors.js';

/** The codes that say what went wrong at a remote. */
export type GitCode = Extract<ErrorCode, `GIT_${string}`>;

/** Where a failure happened: known to the operation, not to the layer that meets the failure. */
export interface GitPlace extends GitStep {
  readonly host: string;
}

/** What a code's message needs besides the place. */
export type GitDetails<Code extends GitCode> = Omit<ErrorParams<Code>, keyof GitPlace>;

/** A failure below the level that knows host and step. It becomes a DomainError in `placeFailure`. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';

  private constructor(
    readonly code: GitCode,
    readonly details: object,
    cause?: unknown,
  ) {
    super(code, { cause });
  }

  /** Makes the failure of a code; of the cause, which is for the log alone, only what kind it was and where. */
  static of<Code extends GitCode>(code: Code, details: GitDetails<Code>, cause?: unknown): GitFailure {
    return new GitFailure(code, details, withoutWords(cause));
  }
}

/**
 * The libraries below put what the remote sent into their messages and properties. Their kind and their stack are
 * what helps to mend something, and the words are the remote's own.
 */
function withoutWords(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { name, message, stack = '' } = cause;
  const kind = new Error('code' in cause ? String(cause.code) : name);
  const start = message === '' ? -1 : stack.indexOf(message);
  const frames = start < 0 ? '' : stack.slice(start + message.length);
  kind.stack = `${name}: ${kind.message}${frames}`;
  return kind;
}

/** An answer that is not Git's protocol; `reason` is our own text, never the remote's. */
export function badResponse(reason: string, cause?: unknown): GitFailure {
  return GitFailure.of('GIT_BAD_RESPONSE', { reason }, cause);
}

/**
 * The error to throw for whatever was caught. After the deadline every layer fails in a way of its own, so the
 * signal is asked before the error is looked at.
 */
export function placeFailure(error: unknown, place: GitPlace, signal: AbortSignal): DomainError {
  if (error instanceof DomainError) return error;
  if (signal.aborted) return DomainError.of('GIT_TIMEOUT', place, withoutWords(error));
  const failure = error instanceof GitFailure ? error : badResponse('the answer could not be read.', error);
  // The pair of code and details was checked where the failure was made.
  return DomainError.of(failure.code, { ...failure.details, ...place } as never, failure.cause);
}
