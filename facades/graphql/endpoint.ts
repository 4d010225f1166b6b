import type { GraphQLSchema } from 'graphql';
import type { Middleware } from 'koa';
import type { Admission } from '../../src/access/admission.js';
import type { Caller, Context } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import type { DocumentLimits } from './document-limits.js';
import { type Report, startEngine } from './engine.js';
import { Exchange } from './exchange.js';
import { wantsPage } from './media-type.js';
import { PersistedDocuments, type PersistedDocumentsMode } from './persisted-documents.js';
import { openPlayground } from './playground-page.js';
import { Preparation } from './prepare.js';

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
      if (playground && koa.path === '/' && wantsPage(koa)) {
        koa.vary('Accept');
        return koa.redirect(GRAPHQL_PATH);
      }
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
