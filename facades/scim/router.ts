import type { Context as KoaContext, Middleware } from 'koa';
import type { Execute } from '../../schema/execute.js';
import { type Admission, schemes } from '../../src/access/admission.js';
import type { Caller, Principal } from '../../src/context.js';
import { isJsonObject, type JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { ResourceModel } from '../../src/directory/attributes/resource-model.js';
import { DomainError } from '../../src/errors.js';
import { publicUrl } from '../http/public-url.js';
import { readJsonBody } from '../http/read-body.js';
import type { Call } from './call.js';
import { readServiceProviderConfig } from './discovery-endpoints.js';
import { badRequest, errorBody, ScimError, toScimError } from './errors.js';
import { checkAccept, MEDIA_TYPES, SCIM_MEDIA_TYPE } from './media-type.js';
import { bindOperations } from './operations.js';
import type { ScimReply } from './reply.js';
import type { Addresses } from './resource-rendering.js';
import { createRoutes } from './routes.js';
import { SettingsCache } from './settings-cache.js';
import { targetOf } from './target.js';

const BODY_RULES = { mediaTypes: MEDIA_TYPES, maxBytes: 10_000_000 };

/** What the facade is handed: who may come in, the one function that does the work, and what it serves. */
export interface ScimFacade {
  readonly admission: Pick<Admission, 'admit' | 'requireOpen'>;
  readonly execute: Execute;
  readonly resources: ResourceModel;
  readonly publicUrl: string | undefined;
  readonly basePath: string;
  /** Whether `DELETE` is offered. */
  readonly deletion: boolean;
}

/** Serves SCIM 2.0 below its base path; everything there, failures included, is answered in SCIM's own form. */
export function scimRouter(facade: ScimFacade): Middleware {
  const findRoute = createRoutes({ model: facade.resources, deletion: facade.deletion });
  const settings = new SettingsCache(facade.execute);
  const endpoints = new Map(facade.resources.resourceTypes.map(({ name, endpoint }) => [name, endpoint]));

  async function answer(koa: KoaContext, segments: readonly string[]): Promise<ScimReply> {
    facade.admission.requireOpen('scim');
    const base = `${publicUrl(koa, facade.publicUrl)}${facade.basePath}`;
    if (segments.join('/') === 'ServiceProviderConfig') {
      const read = handlerOf(koa, new Map([['GET', readServiceProviderConfig]]));
      checkAccept(koa.get('accept'));
      return read(base);
    }
    const principal = await facade.admission.admit('scim', koa.get('authorization'));
    koa.state.principal = principal;
    const handler = handlerOf(koa, findRoute(segments));
    checkAccept(koa.get('accept'));
    return handler(await newCall(koa, principal, { base, endpoints }));
  }

  async function newCall(koa: KoaContext, principal: Principal, addresses: Addresses): Promise<Call> {
    const { workspaceId, userId } = principal;
    if (workspaceId === null) throw new Error('A SCIM token is bound to no workspace.');
    const caller: Caller = { principal, requestId: koa.state.requestId };
    return {
      query: koa.querystring,
      headers: koa.headers,
      body: () => readObject(koa),
      addresses,
      workspaceId,
      userId,
      settings: await settings.of(workspaceId, caller),
      operations: bindOperations(facade.execute, caller),
    };
  }

  return async (koa, next) => {
    const target = targetOf(koa.path, facade.basePath);
    if (target.kind === 'elsewhere') return next();
    try {
      if (target.kind === 'otherVersion') throw DomainError.of('ROUTE_NOT_FOUND', { path: koa.path });
      send(koa, await answer(koa, target.segments));
    } catch (error) {
      koa.state.error = error;
      refuse(koa, toScimError(error));
    }
  };
}

/** The handler of the request's method; 404 for no route, 405 with `Allow` for no handler. */
function handlerOf<Handler>(koa: KoaContext, route: ReadonlyMap<string, Handler> | undefined): Handler {
  if (!route) throw DomainError.of('ROUTE_NOT_FOUND', { path: koa.path });
  const handler = route.get(koa.method === 'HEAD' ? 'GET' : koa.method);
  if (handler) return handler;
  const allowed = [...route.keys()].join(', ');
  const { message } = DomainError.of('METHOD_NOT_ALLOWED', { method: koa.method, allowed });
  throw new ScimError(405, undefined, message, { Allow: allowed });
}

async function readObject(koa: KoaContext): Promise<JsonObject> {
  const body = await readJsonBody(koa, BODY_RULES);
  if (!isJsonObject(body)) throw badRequest('invalidSyntax', 'The body must be a JSON object.');
  return body;
}

function send(koa: KoaContext, { status, headers = {}, body }: ScimReply): void {
  koa.set(headers);
  if (body === undefined) {
    koa.body = null;
  } else {
    koa.set('Content-Type', SCIM_MEDIA_TYPE);
    koa.body = JSON.stringify(body);
  }
  koa.status = status;
}

function refuse(koa: KoaContext, error: ScimError): void {
  const challenges = error.status === 401 ? { 'WWW-Authenticate': schemes.scim.map(challenge) } : {};
  koa.set(challenges);
  send(koa, {
    status: error.status,
    headers: error.headers,
    body: errorBody(error.status, error.message, error.scimType),
  });
}

/** One challenge for each scheme (RFC 9110 §11.6.1). */
const challenge = (scheme: string): string =>
  `${scheme === 'basic' ? 'Basic' : 'Bearer'} realm="Rollcall SCIM"`;
