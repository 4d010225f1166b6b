import { Readable } from 'node:stream';
import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Admission } from '../../src/access/admission.js';
import type { Caller, Context, Principal } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import { type Deadline, deadlineOf } from './deadline.js';
import type { DocumentLimits } from './document-limits.js';
import { type Engine, type Report, startEngine } from './engine.js';
import { eventsOf, subscribeTo } from './event-stream.js';
import { type GraphqlRequest, readGraphqlRequest } from './graphql-request.js';
import { type AnswerType, answerTypeOf, wantsPage } from './media-type.js';
import { PersistedDocuments, type PersistedDocumentsMode } from './persisted-documents.js';
import { openPlayground } from './playground-page.js';
import { Preparation, type PreparedRequest } from './prepare.js';
import { statusOf } from './statuses.js';

/** Where the GraphQL API is served. */
export const GRAPHQL_PATH = '/graphql';

/** What an operator may set of the endpoint. */
export interface GraphqlSettings {
  readonly introspection: boolean;
  readonly playground: boolean;
  readonly limits: DocumentLimits;
  /** Requests in one HTTP request; 0 switches batches off. */
  readonly maxBatch: number;
  readonly timeoutMs: number;
  readonly persistedDocuments: PersistedDocumentsMode;
  /** The documents that the operator allows, by id. */
  readonly knownDocuments: ReadonlyMap<string, string>;
}

export interface GraphqlFacade {
  /** A schema object of Apollo's own, whose resolvers it may wrap. */
  readonly schema: GraphQLSchema;
  readonly admission: Pick<Admission, 'admit'>;
  readonly newContext: (caller: Caller) => Context;
  readonly settings: GraphqlSettings;
  readonly report: Report;
}

export interface GraphqlEndpoint {
  readonly middleware: Middleware;
  /** Ends every stream of events, so that the server can stop. */
  endStreams(): void;
  stop(): Promise<void>;
}

/** Serves the GraphQL API to admin tokens, as GraphQL over HTTP and GraphQL over SSE define it. */
export async function graphqlEndpoint(facade: GraphqlFacade): Promise<GraphqlEndpoint> {
  const { settings } = facade;
  const engine = await startEngine({
    schema: facade.schema,
    introspection: settings.introspection,
    maxTokens: settings.limits.maxTokens,
    report: facade.report,
  });
  const documents = new PersistedDocuments(settings.persistedDocuments, settings.knownDocuments);
  const preparation = new Preparation(facade.schema, documents, settings.limits);
  const playground = settings.playground ? openPlayground() : undefined;
  const closing = new AbortController();
  const exchange = new Exchange(facade, engine, preparation, closing.signal);
  return {
    async middleware(koa, next) {
      if (koa.path !== GRAPHQL_PATH) {
        return playground ? playground.files(koa, next) : next();
      }
      if (playground && wantsPage(koa) && koa.query.query === undefined) {
        return playground.page(koa);
      }
      koa.vary('Accept');
      koa.set('Cache-Control', 'no-store');
      await exchange.answer(koa);
    },
    endStreams: () => closing.abort(DomainError.of('REQUEST_CANCELLED', {})),
    stop: () => engine.stop(),
  };
}

/** The way of one HTTP request to its answer. */
class Exchange {
  readonly #facade: GraphqlFacade;
  readonly #engine: Engine;
  readonly #preparation: Preparation;
  readonly #closing: AbortSignal;

  constructor(facade: GraphqlFacade, engine: Engine, preparation: Preparation, closing: AbortSignal) {
    this.#facade = facade;
    this.#engine = engine;
    this.#preparation = preparation;
    this.#closing = closing;
  }

  async answer(koa: KoaContext): Promise<void> {
    const { admission, settings } = this.#facade;
    const deadline = deadlineOf(koa, settings.timeoutMs);
    let type: AnswerType = 'application/json';
    try {
      requireMethod(koa);
      type = answerTypeOf(koa);
      koa.state.principal = await deadline.race(admit(admission, koa, type));
      const request = await deadline.race(readGraphqlRequest(koa, settings.maxBatch));
      if (type === 'text/event-stream') {
        await this.#stream(koa, request, deadline);
      } else if (isBatch(request)) {
        await this.#batch(koa, type, request, deadline);
      } else {
        await this.#single(koa, type, request, deadline);
      }
    } catch (error) {
      refuse(koa, type, error);
    } finally {
      deadline.clear();
    }
  }

  async #single(
    koa: KoaContext,
    type: AnswerType,
    request: GraphqlRequest,
    deadline: Deadline,
  ): Promise<void> {
    const prepared = this.#preparation.prepare(request);
    requireSafeMethod(koa, prepared);
    requireNoSubscription(prepared);
    const context = this.#contextOf(koa, deadline.signal);
    send(koa, type, await deadline.race(this.#engine.run(prepared, context)));
  }

  /** Runs the requests of a batch one after the other; together they may ask for no more than one may. */
  async #batch(
    koa: KoaContext,
    type: AnswerType,
    requests: readonly GraphqlRequest[],
    deadline: Deadline,
  ): Promise<void> {
    const prepared = requests.map((request) => this.#preparation.prepare(request));
    prepared.forEach(requireNoSubscription);
    const { maxComplexity } = this.#facade.settings.limits;
    if (prepared.reduce((sum, { cost }) => sum + cost, 0) > maxComplexity) {
      throw DomainError.of('GRAPHQL_LIMIT_EXCEEDED', {
        what: 'the objects that the answers of a batch may hold',
        limit: maxComplexity,
      });
    }
    const results: FormattedExecutionResult[] = [];
    for (const one of prepared) {
      results.push(await deadline.race(this.#engine.run(one, this.#contextOf(koa, deadline.signal))));
    }
    koa.type = `${type}; charset=utf-8`;
    koa.body = JSON.stringify(results);
  }

  async #stream(
    koa: KoaContext,
    request: GraphqlRequest | readonly GraphqlRequest[],
    deadline: Deadline,
  ): Promise<void> {
    if (isBatch(request)) {
      throw DomainError.of('GRAPHQL_REQUEST_INVALID', { reason: 'a batch cannot be answered by events.' });
    }
    const prepared = this.#preparation.prepare(request);
    requireSafeMethod(koa, prepared);
    if (koa.state.principal?.kind !== 'admin' && prepared.operation?.operation !== 'subscription') {
      throw DomainError.of('FORBIDDEN', { reason: 'An external token may watch events here, nothing else.' });
    }
    // The deadline holds until the first event; a stream may then stay for as long as its caller does.
    const signal = AbortSignal.any([deadlineOf(koa, 0).signal, deadline.signal, this.#closing]);
    const context = this.#contextOf(koa, signal);
    const results = await deadline.race<AsyncIterable<FormattedExecutionResult> | FormattedExecutionResult>(
      prepared.operation?.operation === 'subscription'
        ? subscribeTo(this.#facade.schema, prepared, context, this.#facade.report)
        : this.#engine.run(prepared, context),
    );
    if (!(Symbol.asyncIterator in results) && !isAnswered(results)) {
      return send(koa, 'application/graphql-response+json', results);
    }
    const events = eventsOf(Symbol.asyncIterator in results ? results : once(results), {
      signal,
      recheck: () => admit(this.#facade.admission, koa, 'text/event-stream'),
    });
    koa.type = 'text/event-stream; charset=utf-8';
    koa.set('X-Accel-Buffering', 'no');
    koa.body = Readable.from(events);
  }

  #contextOf(koa: KoaContext, signal: AbortSignal): Context {
    const { principal, requestId } = koa.state;
    return this.#facade.newContext({ principal, requestId, signal } as Caller);
  }
}

async function* once(result: FormattedExecutionResult): AsyncGenerator<FormattedExecutionResult> {
  yield result;
}

/** Who may come in: admin tokens, and to events external ones, which watch the pushes that they make. */
async function admit(
  admission: Pick<Admission, 'admit'>,
  koa: KoaContext,
  type: AnswerType,
): Promise<Principal> {
  const authorization = koa.get('authorization');
  try {
    return await admission.admit('admin', authorization);
  } catch (error) {
    if (type !== 'text/event-stream') {
      throw error;
    }
    return admission.admit('external', authorization).catch(() => {
      throw error;
    });
  }
}

function isBatch(request: GraphqlRequest | readonly GraphqlRequest[]): request is readonly GraphqlRequest[] {
  return Array.isArray(request);
}

function requireMethod(koa: KoaContext): void {
  if (koa.method !== 'GET' && koa.method !== 'POST') {
    koa.set('Allow', 'GET, POST');
    throw DomainError.of('METHOD_NOT_ALLOWED', { method: koa.method, allowed: 'GET, POST' });
  }
}

/** A GET is safe (RFC 9110 §9.2.1): it runs queries alone. */
function requireSafeMethod(koa: KoaContext, { operation }: PreparedRequest): void {
  if (koa.method === 'GET' && operation?.operation === 'mutation') {
    koa.set('Allow', 'POST');
    throw DomainError.of('METHOD_NOT_ALLOWED', { method: 'GET', allowed: 'POST' });
  }
}

function requireNoSubscription({ operation }: PreparedRequest): void {
  if (operation?.operation === 'subscription') {
    throw DomainError.of('NOT_ACCEPTABLE', { offered: 'text/event-stream, since it is a subscription' });
  }
}

/** An operation that was run has data, null included; one that was refused has none. */
function isAnswered(result: FormattedExecutionResult): boolean {
  return result.data !== undefined;
}

function send(koa: KoaContext, type: AnswerType, result: FormattedExecutionResult): void {
  koa.status = isAnswered(result) || type === 'application/json' ? 200 : 400;
  koa.type = `${type}; charset=utf-8`;
  koa.body = JSON.stringify(result);
}

/** Answers what failed before there was an operation at all, in the shape of a GraphQL response. */
function refuse(koa: KoaContext, type: AnswerType, thrown: unknown): void {
  const error = thrown instanceof DomainError ? thrown : DomainError.of('INTERNAL', {}, thrown);
  const { requestId } = koa.state;
  koa.state.error = thrown;
  koa.status = statusOf(error, type === 'application/json');
  koa.type = `${type === 'text/event-stream' ? 'application/graphql-response+json' : type}; charset=utf-8`;
  const extensions = error.code === 'INTERNAL' ? { ...error.extensions, requestId } : error.extensions;
  koa.body = JSON.stringify({ errors: [{ message: error.message, extensions }] });
  if (koa.status === 401) {
    koa.set('WWW-Authenticate', 'Bearer realm="Rollcall GraphQL"');
  }
}
