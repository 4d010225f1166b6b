import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/context.js';
import { isUnexpected, maskError, originalError } from './mask-errors.js';
import type { PreparedRequest } from './prepare.js';

/** Gets what was masked, for the log. */
export type Report = (error: Error, requestId: string) => void;

/** Validates and executes queries and mutations. */
export interface Engine {
  run(prepared: PreparedRequest, context: Context): Promise<FormattedExecutionResult>;
  stop(): Promise<void>;
}

/**
 * Apollo Server as the engine alone: documents were limited before they come here, and the facade itself
 * speaks HTTP, since the specification asks for more there than Apollo offers.
 */
export async function startEngine(options: {
  /** A schema object of Apollo's own, whose resolvers it may wrap. */
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly report: Report;
}): Promise<Engine> {
  const apollo = new ApolloServer<Context>({
    schema: options.schema,
    introspection: options.introspection,
    // Without introspection, "Did you mean …?" would give the schema away word by word.
    hideSchemaDetailsFromClientErrors: !options.introspection,
    parseOptions: { maxTokens: options.maxTokens },
    persistedQueries: false,
    formatError: maskError,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      reportUnexpected(options.report),
    ],
  });
  await apollo.start();
  return {
    async run({ request, text }, context) {
      const { body } = await apollo.executeOperation(
        {
          query: text,
          ...(request.operationName === null ? {} : { operationName: request.operationName }),
          ...(request.variables === null ? {} : { variables: request.variables }),
        },
        { contextValue: context },
      );
      if (body.kind !== 'single') {
        throw new Error('Incremental delivery is not offered.');
      }
      return withRequestId(body.singleResult, context.requestId);
    },
    stop: () => apollo.stop(),
  };
}

/** Gives masked errors the id of their request, by which the log can be searched. */
export function withRequestId(result: FormattedExecutionResult, requestId: string): FormattedExecutionResult {
  return result.errors
    ? {
        ...result,
        errors: result.errors.map((error) =>
          error.extensions?.code === 'INTERNAL'
            ? { ...error, extensions: { ...error.extensions, requestId } }
            : error,
        ),
      }
    : result;
}

function reportUnexpected(report: Report): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        const thrown = errors.map(originalError).find(isUnexpected);
        if (thrown) {
          report(thrown, contextValue.requestId);
        }
      },
    }),
  };
}
