import Router from '@koa/router';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Execute } from '../../schema/execute.js';
import { type Admission, schemes } from '../../src/access/admission.js';
import { DomainError, type ErrorCode } from '../../src/errors.js';
import { publicUrl } from '../http/public-url.js';
import { readJsonBody } from '../http/read-body.js';
import type { AnyRoute, Reply } from '../route.js';
import { toErrorBody } from './errors.js';
import { pushVersionRoute } from './git-sync.js';
import { createGroupRoute, getGroupRoute } from './groups.js';
import { REST_PREFIX } from './prefix.js';

/** Every external operation. */
export const restRoutes: readonly AnyRoute[] = [createGroupRoute, getGroupRoute, pushVersionRoute];

const BODY_RULES = { mediaTypes: ['application/json'], maxBytes: 1_000_000 };

/** What the facade is handed: who may come in, and the one function that does the work. */
export interface RestFacade {
  readonly admission: Pick<Admission, 'admit'>;
  readonly execute: Execute;
  readonly publicUrl: string | undefined;
  readonly now: () => Date;
}

/** Serves the external operations below their prefix; everything else is left to the next middleware. */
export function restRouter(facade: RestFacade): Middleware {
  const router = new Router({ prefix: REST_PREFIX, sensitive: true });
  for (const route of restRoutes) {
    router.register(route.path, [route.method], (koa) => answer(facade, route, koa));
  }
  const dispatch = router.routes() as unknown as Middleware;
  return async (koa, next) => {
    if (koa.path !== REST_PREFIX && !koa.path.startsWith(`${REST_PREFIX}/`)) {
      return next();
    }
    await dispatch(koa, async () => refuse(facade, koa, unmatched(router, koa)));
  };
}

async function answer(facade: RestFacade, route: AnyRoute, koa: KoaContext): Promise<void> {
  try {
    const principal = await facade.admission.admit('external', koa.get('authorization'));
    koa.state.principal = principal;
    const body = route.parseBody?.(await readJsonBody(koa, BODY_RULES));
    const request = { params: koa.params, body, baseUrl: publicUrl(koa, facade.publicUrl) };
    const caller = { principal, requestId: koa.state.requestId };
    const data = await facade.execute(route.operation, route.variables(request), caller);
    send(koa, route, route.reply(data, request));
  } catch (error) {
    refuse(facade, koa, error, route.statusOf);
  }
}

function send(koa: KoaContext, route: AnyRoute, reply: Reply): void {
  if (!route.statuses.includes(reply.status)) {
    throw new Error(
      `${route.method} ${route.path} answered with ${reply.status}, which it does not declare.`,
    );
  }
  koa.status = reply.status;
  koa.set(reply.headers ?? {});
  koa.body = reply.body;
}

function refuse(
  facade: RestFacade,
  koa: KoaContext,
  error: unknown,
  statusOf?: Readonly<Partial<Record<ErrorCode, number>>>,
): void {
  const { requestId } = koa.state;
  const body = toErrorBody(error, { path: koa.path, requestId, now: facade.now() }, statusOf);
  koa.state.error = error;
  koa.status = body.statusCode;
  koa.body = body;
  if (body.statusCode === 401) {
    koa.set('WWW-Authenticate', schemes.external.map(challenge));
  }
  if (error instanceof DomainError && typeof error.params.retryAfterSeconds === 'number') {
    koa.set('Retry-After', String(error.params.retryAfterSeconds));
  }
}

/** One challenge for each scheme (RFC 9110 §11.6.1). */
function challenge(scheme: string): string {
  return `${scheme === 'basic' ? 'Basic' : 'Bearer'} realm="Rollcall External API"`;
}

function unmatched(router: Router, koa: KoaContext): DomainError {
  const matched = router.match(koa.path, koa.method);
  const allowed = [...new Set(matched.path.flatMap((layer) => layer.methods))].sort().join(', ');
  if (allowed === '') {
    return DomainError.of('ROUTE_NOT_FOUND', { path: koa.path });
  }
  koa.set('Allow', allowed);
  return DomainError.of('METHOD_NOT_ALLOWED', { method: koa.method, allowed });
}
