import type { Middleware } from 'koa';
import type { Principal } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import type { Logger } from '../../src/logger.js';
import { requestIdOf } from './request-id.js';

declare module 'koa' {
  interface DefaultState {
    requestId: string;
    /** Set by a facade once it has admitted the request. */
    principal?: Principal;
    /** Set by a facade when it answered a request with an error. */
    error?: unknown;
  }
}

/**
 * Outermost middleware: gives each request its id and writes one line about it. The line holds the path
 * without its query (which may hold names of people), never headers or bodies.
 */
export function requestLog(logger: Logger): Middleware {
  // Lines without an error hold nothing but what stands below: there is nothing to mask.
  const plain = logger.child({}, { redact: [] });
  return async (koa, next) => {
    const started = performance.now();
    koa.state.requestId = requestIdOf(koa.get('x-request-id'));
    koa.set('X-Request-Id', koa.state.requestId);
    try {
      await next();
    } catch (error) {
      koa.state.error = error;
      koa.status = 500;
      koa.body = { code: 'INTERNAL', requestId: koa.state.requestId };
    }
    const { requestId, principal, error } = koa.state;
    const level = levelOf(koa.status, error);
    (level === 'error' ? logger : plain)[level](
      {
        requestId,
        method: koa.method,
        path: koa.path,
        status: koa.status,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        ...(principal ? { actor: principal.tokenName } : {}),
        ...describe(error, koa.status),
      },
      'request',
    );
  };
}

function levelOf(status: number, error: unknown): 'info' | 'error' {
  return status >= 500 && !hasLeft(error) ? 'error' : 'info';
}

/** Whoever went away before the answer did nothing wrong, and neither did we. */
function hasLeft(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'REQUEST_CANCELLED';
}

/** A failure that a facade itself found in a request, with the word that its protocol has for it. */
export interface ProtocolFailure {
  readonly protocolCode: string;
}

/** A code for what callers did; for what we did wrong, everything that helps to mend it. */
function describe(error: unknown, status: number): object {
  if (error === undefined) {
    return {};
  }
  const code = error instanceof DomainError ? error.code : protocolCodeOf(error);
  return status < 500 || hasLeft(error)
    ? { code }
    : { code, err: error instanceof DomainError ? (error.cause ?? error) : error };
}

function protocolCodeOf(error: unknown): string {
  const { protocolCode } = error as Partial<ProtocolFailure>;
  return typeof protocolCode === 'string' ? protocolCode : 'INTERNAL';
}
