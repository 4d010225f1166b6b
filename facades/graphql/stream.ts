import {
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  subscribe,
  validate,
} from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/koa';
import type { Middleware } from 'koa';
import type { Admission } from '../../src/access/admission.js';
import type { Caller, Context, Principal } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import { readJsonBody } from '../http/read-body.js';
import { maskError } from './mask-errors.js';
import { refuse } from './refuse.js';

/** Where subscriptions are served, as server-sent events in the GraphQL over SSE protocol's distinct connections. */
export const STREAM_PATH = '/graphql/stream';

const BODY_RULES = { mediaTypes: ['application/json'], maxBytes: 1_000_000 };
/** A stream outlives the moment in which its token was looked up, so the token is looked up again. */
const ADMISSION_MS = 1_000;

export interface StreamFacade {
  readonly schema: GraphQLSchema;
  readonly admission: Pick<Admission, 'admit'>;
  readonly newContext: (caller: Caller) => Context;
}

/** Serves subscriptions to admin tokens and, so that they can watch their own pushes, to external ones. */
export function graphqlStream(facade: StreamFacade): Middleware {
  const handler = createHandler<Context & Record<PropertyKey, unknown>>({
    schema: facade.schema,
    // The same copy of graphql as the schema's: another one would not know its types.
    execute,
    subscribe,
    validate,
    onSubscribe: (_request, { query, operationName }) => onlySubscriptions(query, operationName),
    context: ({ context: { state } }) =>
      facade.newContext({ principal: state.principal as Principal, requestId: state.requestId }) as Context &
        Record<PropertyKey, unknown>,
    onNext: (_context, _request, { errors, ...result }) =>
      errors ? { ...result, errors: errors.map((error) => new GraphQLError(...masked(error))) } : undefined,
  });
  return async (koa, next) => {
    if (koa.path !== STREAM_PATH) {
      return next();
    }
    const authorization = koa.get('authorization');
    try {
      if (koa.method !== 'POST') {
        koa.set('Allow', 'POST');
        throw DomainError.of('METHOD_NOT_ALLOWED', { method: koa.method, allowed: 'POST' });
      }
      koa.state.principal = await admit(facade.admission, authorization);
      (koa.request as { body?: unknown }).body = await readJsonBody(koa, BODY_RULES);
    } catch (error) {
      return refuse(koa, error);
    }
    const watch = setInterval(() => {
      admit(facade.admission, authorization).catch(() => koa.res.destroy());
    }, ADMISSION_MS);
    koa.set('X-Accel-Buffering', 'no');
    try {
      await handler(koa, next);
    } finally {
      clearInterval(watch);
    }
  };
}

async function admit(admission: StreamFacade['admission'], authorization: string): Promise<Principal> {
  try {
    return await admission.admit('admin', authorization);
  } catch (error) {
    return admission.admit('external', authorization).catch(() => {
      throw error;
    });
  }
}

function onlySubscriptions(query: string, operationName: string | undefined) {
  try {
    if (getOperationAST(parse(query), operationName)?.operation === 'subscription') {
      return undefined;
    }
  } catch {
    // The handler answers a document that cannot be parsed.
    return undefined;
  }
  return { errors: [new GraphQLError('Only subscriptions are served here; use /graphql for the rest.')] };
}

function masked(error: GraphQLError): [string, object] {
  const { message, ...options } = maskError(error.toJSON(), error);
  return [message, options];
}
