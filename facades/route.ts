import type { Operation } from '../schema/execute.js';
import type { ErrorCode } from '../src/errors.js';

/** What a route sends back when its operation succeeded. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a route knows of a request once it was admitted and its body checked. */
export interface RouteRequest<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Scheme and authority for absolute links, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * One HTTP operation as data: a request is checked, becomes exactly one GraphQL operation, and the
 * operation's result becomes the reply.
 */
export interface Route<Body, Variables, Data> {
  readonly method: 'GET' | 'POST';
  /** Below the facade's prefix, with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly stability: 'beta' | 'stable';
  /** Checks a parsed JSON body and gives it typed; throws VALIDATION_FAILED. Absent: no body is read. */
  readonly parseBody?: (body: unknown) => Body;
  readonly operation: Operation<Variables, Data>;
  readonly variables: (request: RouteRequest<Body>) => Variables;
  readonly reply: (data: Data, request: RouteRequest<Body>) => Reply;
  /** Every status that the route may answer with; another one is a defect. */
  readonly statuses: readonly number[];
  /** Codes that this route answers with another status than their kind has. */
  readonly statusOf?: Readonly<Partial<Record<ErrorCode, number>>>;
}

/** A route whose own types nobody outside it needs to know. */
// biome-ignore lint/suspicious/noExplicitAny: the three types are tied to each other within a route; a list of routes cannot say so.
export type AnyRoute = Route<any, any, any>;

/** Keeps the types of a route's parts tied to each other where it is written. */
export function defineRoute<Body, Variables, Data>(route: Route<Body, Variables, Data>): AnyRoute {
  return route;
}
