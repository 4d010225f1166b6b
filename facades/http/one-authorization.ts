import type { Middleware } from 'koa';

/**
 * Takes both away when a request has two different Authorization headers, so that it authenticates nobody:
 * Node would believe the first of them, and a proxy before it perhaps the other.
 */
export function oneAuthorization(): Middleware {
  return (koa, next) => {
    if (new Set(koa.req.headersDistinct.authorization).size > 1) {
      delete koa.req.headers.authorization;
    }
    return next();
  };
}
