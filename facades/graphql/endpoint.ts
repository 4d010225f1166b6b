import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { koaMiddleware } from '@as-integrations/koa';
import type { GraphQLSchema } from 'graphql';
import type { Middleware } from 'koa';
import type { Admission } from '../../src/access/admission.js';
import type { Caller, Context } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import { readJsonBody } from '../http/read-body.js';
import { maskError, originalError } from './mask-errors.js';
import { refuse } from './refuse.js';

/** Where the GraphQL API is served. */
export const GRAPHQL_PATH = '/graphql';

const BODY_RULES = {
  mediaTypes: ['application/json', 'application/graphql-response+json'],
  maxBytes: 16_000_000,
};

export interface GraphqlFacade {
  /** A schema object of Apollo's own, whose resolvers it may wrap. */
  readonly schema: GraphQLSchema;
  readonly admission: Pick<Admission, 'admit'>;
  readonly newContext: (caller: Caller) => Context;
  /** Gets what was masked, for the log. */
  readonly report: (error: Error, requestId: string) => void;
}

export interface GraphqlEndpoint {
  readonly middleware: Middleware;
  stop(): Promise<void>;
}

/** Serves the GraphQL API to admin tokens. */
export async function graphqlEndpoint(facade: GraphqlFacade): Promise<GraphqlEndpoint> {
  const apollo = new ApolloServer<Context>({
    schema: facade.schema,
    formatError: maskError,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // A plain GET is refused, as a page of another origin could send it; one with a token is not plain.
    csrfPrevention: {
      requestHeaders: ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'],
    },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      reportUnexpected(facade.report),
    ],
  });
  await apollo.start();
  const answer = koaMiddleware(apollo, {
    context: async ({ ctx }) => {
      const { principal, requestId } = ctx.state;
      return facade.newContext({ principal, requestId } as Caller);
    },
  });
  return {
    middleware: async (koa, next) => {
      if (koa.path !== GRAPHQL_PATH) {
        return next();
      }
      try {
        koa.state.principal = await facade.admission.admit('admin', koa.get('authorization'));
        if (koa.method === 'POST') {
          (koa.request as { body?: unknown }).body = await readJsonBody(koa, BODY_RULES);
        }
      } catch (error) {
        return refuse(koa, error);
      }
      await answer(koa, next);
    },
    stop: () => apollo.stop(),
  };
}

/** Gives masked errors the id of their request, and the log what was masked. */
function reportUnexpected(report: GraphqlFacade['report']): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        const thrown = errors.map(originalError).find(isUnexpected);
        if (thrown) {
          report(thrown, contextValue.requestId);
        }
      },
      willSendResponse: async ({ response, contextValue }) => {
        if (response.body.kind !== 'single') {
          return;
        }
        response.body.singleResult.errors = response.body.singleResult.errors?.map((error) =>
          error.extensions?.code === 'INTERNAL'
            ? { ...error, extensions: { ...error.extensions, requestId: contextValue.requestId } }
            : error,
        ) as never;
      },
    }),
  };
}

function isUnexpected(error: Error | undefined): boolean {
  return error !== undefined && !(error instanceof DomainError && error.kind !== 'unavailable');
}
