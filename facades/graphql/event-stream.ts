import {
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
  subscribe,
  validate,
} from 'graphql';
import type { Context } from '../../src/context.js';
import { type Report, withRequestId } from './engine.js';
import { isUnexpected, maskError, originalError } from './mask-errors.js';
import type { PreparedRequest } from './prepare.js';

/** How often the right to a stream is checked, and how many checks lie between two signs of life. */
const TICK_MS = 1_000;
const TICKS_A_SIGN = 12;
const SIGN_OF_LIFE = ':\n\n';

/** Subscribes and gives the results as they come; a single one without data when it was refused. */
export async function subscribeTo(
  schema: GraphQLSchema,
  { document, request }: PreparedRequest,
  context: Context,
  report: Report,
): Promise<AsyncIterable<FormattedExecutionResult> | FormattedExecutionResult> {
  const mask = ({ errors, ...result }: ExecutionResult): FormattedExecutionResult => {
    const thrown = errors?.map(originalError).find(isUnexpected);
    if (thrown) {
      report(thrown, context.requestId);
    }
    return withRequestId(
      { ...result, ...(errors ? { errors: errors.map((error) => maskError(error.toJSON(), error)) } : {}) },
      context.requestId,
    );
  };
  const invalid = validate(schema, document);
  if (invalid.length > 0) {
    return mask({ errors: invalid });
  }
  const results = await subscribe({
    schema,
    document,
    contextValue: context,
    variableValues: request.variables,
    operationName: request.operationName,
  });
  if (!(Symbol.asyncIterator in results)) {
    return mask(results);
  }
  return (async function* () {
    for await (const result of results) {
      yield mask(result);
    }
  })();
}

/**
 * Writes results as the events of GraphQL over SSE, distinct connections mode: `next` for each, `complete`
 * after the last. `recheck` is called every second: when it throws, as for a revoked token, the stream
 * breaks off without `complete`.
 */
export async function* eventsOf(
  results: AsyncIterable<FormattedExecutionResult>,
  options: { readonly signal: AbortSignal; readonly recheck: () => Promise<unknown> },
): AsyncGenerator<string> {
  // A first comment sends the head of the response: the subscription stands.
  yield SIGN_OF_LIFE;
  const iterator = results[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // When the caller goes away nobody waits for it any more, and it may fail for that very reason.
    next.catch(() => {});
    return next;
  };
  try {
    let pending = ask();
    for (let ticks = 1; !options.signal.aborted; ) {
      const next = await orTick(pending, options.signal);
      if (next === 'tick') {
        await options.recheck();
        if (ticks % TICKS_A_SIGN === 0) {
          yield SIGN_OF_LIFE;
        }
        ticks += 1;
        continue;
      }
      if (next.done) {
        break;
      }
      yield `event: next\ndata: ${JSON.stringify(next.value)}\n\n`;
      pending = ask();
    }
    yield 'event: complete\ndata:\n\n';
  } finally {
    // Not awaited: an iterator that still waits for its next result would never return.
    iterator.return?.().catch(() => {});
  }
}

/** What comes next, unless a second passes first. */
async function orTick<Result>(pending: Promise<Result>, signal: AbortSignal): Promise<Result | 'tick'> {
  let wake = () => {};
  const tick = new Promise<'tick'>((resolve) => {
    wake = () => resolve('tick');
  });
  const timer = setTimeout(wake, TICK_MS);
  signal.addEventListener('abort', wake, { once: true });
  try {
    return await Promise.race([pending, tick]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
  }
}
