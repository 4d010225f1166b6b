import type { Context as KoaContext } from 'koa';
import { DomainError } from '../../src/errors.js';

const STATUSES: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  unsupported: 415,
  tooLarge: 413,
  invalid: 400,
  methodNotAllowed: 405,
  unavailable: 503,
};

/** Answers what failed before there was a GraphQL request at all, in the shape of a GraphQL response. */
export function refuse(koa: KoaContext, thrown: unknown): void {
  const error = thrown instanceof DomainError ? thrown : DomainError.of('INTERNAL', {}, thrown);
  koa.state.error = thrown;
  koa.status = STATUSES[error.kind] ?? 500;
  koa.body = { errors: [{ message: error.message, extensions: error.extensions }] };
  if (koa.status === 401) {
    koa.set('WWW-Authenticate', 'Bearer realm="Rollcall GraphQL"');
  }
}
