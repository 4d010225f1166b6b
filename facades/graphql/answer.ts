import type { FormattedExecutionResult } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { DomainError } from '../../src/errors.js';
import type { AnswerType } from './media-type.js';
import { statusOf } from './statuses.js';

/** An operation that was run has data, null included; one that was refused has none. */
export function isAnswered(result: FormattedExecutionResult): boolean {
  return result.data !== undefined;
}

/** Answers with a result; what was not run is a 400, save for those who want `application/json`. */
export function send(koa: KoaContext, type: AnswerType, result: FormattedExecutionResult): void {
  koa.status = isAnswered(result) || type === 'application/json' ? 200 : 400;
  koa.type = `${type}; charset=utf-8`;
  koa.body = JSON.stringify(result);
}

/** Answers a batch with the results of its requests, in order. */
export function sendAll(
  koa: KoaContext,
  type: AnswerType,
  results: readonly FormattedExecutionResult[],
): void {
  koa.type = `${type}; charset=utf-8`;
  koa.body = JSON.stringify(results);
}

/** What failed before there was an operation at all, in the shape of a GraphQL response. */
export function refusal(error: DomainError, requestId?: string): FormattedExecutionResult {
  const extensions = error.code === 'INTERNAL' ? { ...error.extensions, requestId } : error.extensions;
  return { errors: [{ message: error.message, extensions }] };
}

/** Answers a whole HTTP request with what made it fail. */
export function refuse(koa: KoaContext, type: AnswerType, thrown: unknown): void {
  const error = thrown instanceof DomainError ? thrown : DomainError.of('INTERNAL', {}, thrown);
  koa.state.error = thrown;
  koa.status = statusOf(error, type === 'application/json');
  koa.type = `${type === 'text/event-stream' ? 'application/graphql-response+json' : type}; charset=utf-8`;
  koa.body = JSON.stringify(refusal(error, koa.state.requestId));
  if (koa.status === 401) {
    koa.set('WWW-Authenticate', 'Bearer realm="Rollcall GraphQL"');
  }
}
