import { Readable } from 'node:stream';
import type { FormattedExecutionResult } from 'graphql';
import type { Context as KoaContext } from 'koa';
import type { Caller, Context } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import { admit } from './admit.js';
import { isAnswered, refusal, refuse, send, sendAll } from './answer.js';
import { type Deadline, deadlineOf } from './deadline.js';
import type { GraphqlFacade } from './endpoint.js';
import type { Engine } from './engine.js';
import { eventsOf, subscribeTo } from './event-stream.js';
import { type GraphqlRequest, readGraphqlRequest } from './graphql-request.js';
import { type AnswerType, answerTypeOf } from './media-type.js';
import type { Preparation, PreparedRequest } from './prepare.js';

/** The way of one HTTP request to its answer. */
export class Exchange {
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

  /**
   * Runs the requests of a batch one after the other. Each is answered by itself, also where it is refused;
   * together they may ask for no more than one may.
   */
  async #batch(
    koa: KoaContext,
    type: AnswerType,
    requests: readonly (GraphqlRequest | DomainError)[],
    deadline: Deadline,
  ): Promise<void> {
    const prepared = requests.map((request) => this.#preparedOrRefused(request));
    const { maxComplexity } = this.#facade.settings.limits;
    const cost = prepared.reduce((sum, one) => sum + (one instanceof DomainError ? 0 : one.cost), 0);
    if (cost > maxComplexity) {
      throw DomainError.of('GRAPHQL_LIMIT_EXCEEDED', {
        what: 'the objects that the answers of a batch may hold',
        limit: maxComplexity,
      });
    }
    const results: FormattedExecutionResult[] = [];
    for (const one of prepared) {
      results.push(
        one instanceof DomainError
          ? refusal(one)
          : await deadline.race(this.#engine.run(one, this.#contextOf(koa, deadline.signal))),
      );
    }
    sendAll(koa, type, results);
  }

  #preparedOrRefused(request: GraphqlRequest | DomainError): PreparedRequest | DomainError {
    if (request instanceof DomainError) {
      return request;
    }
    try {
      const prepared = this.#preparation.prepare(request);
      requireNoSubscription(prepared);
      return prepared;
    } catch (error) {
      if (error instanceof DomainError) {
        return error;
      }
      throw error;
    }
  }

  async #stream(
    koa: KoaContext,
    request: GraphqlRequest | readonly unknown[],
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

function isBatch<Item>(request: GraphqlRequest | readonly Item[]): request is readonly Item[] {
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
