import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { integer, onOff } from './config-values.js';

/** What an operator may set of the GraphQL endpoint. */
export interface GraphqlConfig {
  readonly introspection: boolean;
  readonly playground: boolean;
  readonly limits: {
    readonly maxTokens: number;
    readonly maxDepth: number;
    readonly maxAliases: number;
    readonly maxComplexity: number;
  };
  /** Requests in one HTTP request; 0 switches batches off. */
  readonly maxBatch: number;
  readonly timeoutMs: number;
  readonly persistedDocuments: 'automatic' | 'required' | 'off';
  /** The documents that the operator allows, by id. */
  readonly knownDocuments: ReadonlyMap<string, string>;
}

/** The two shapes that persisting tools write: id → text, and Apollo's manifest. */
const documentsFile = z.union([
  z
    .object({
      format: z.literal('apollo-persisted-query-manifest'),
      operations: z.array(z.object({ id: z.string().min(1), body: z.string().min(1) })),
    })
    .transform(({ operations }) => new Map(operations.map(({ id, body }) => [id, body]))),
  z
    .record(z.string().min(1), z.string().min(1))
    .transform(
      (documents) =>
        new Map(Object.entries(documents).map(([id, text]) => [id.replace(/^sha256:/, ''), text])),
    ),
]);

const knownDocuments = z.string().transform(async (path, context): Promise<ReadonlyMap<string, string>> => {
  try {
    return documentsFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must name a readable JSON file: an object of documents by id, or a persisted query manifest',
    });
    return z.NEVER;
  }
});

/** The variables of the endpoint. */
export const graphqlVariables = {
  GRAPHQL_INTROSPECTION: onOff('on'),
  GRAPHQL_PLAYGROUND: onOff('on'),
  GRAPHQL_PERSISTED_DOCUMENTS: z
    .enum(['automatic', 'required', 'off'], { error: 'must be automatic, required or off' })
    .default('automatic'),
  GRAPHQL_DOCUMENTS_FILE: knownDocuments.optional(),
  GRAPHQL_MAX_TOKENS: integer(4_000, 100, 100_000),
  GRAPHQL_MAX_DEPTH: integer(15, 3, 100),
  GRAPHQL_MAX_ALIASES: integer(50, 0, 10_000),
  GRAPHQL_MAX_COMPLEXITY: integer(20_000, 100, 10_000_000),
  GRAPHQL_MAX_BATCH: integer(10, 0, 100),
  GRAPHQL_TIMEOUT_MS: integer(30_000, 100, 600_000),
};

type Variables = z.output<z.ZodObject<typeof graphqlVariables>>;

/** Gives the variables their names in the program. */
export function toGraphqlConfig(values: Variables): GraphqlConfig {
  return {
    introspection: values.GRAPHQL_INTROSPECTION,
    playground: values.GRAPHQL_PLAYGROUND,
    limits: {
      maxTokens: values.GRAPHQL_MAX_TOKENS,
      maxDepth: values.GRAPHQL_MAX_DEPTH,
      maxAliases: values.GRAPHQL_MAX_ALIASES,
      maxComplexity: values.GRAPHQL_MAX_COMPLEXITY,
    },
    maxBatch: values.GRAPHQL_MAX_BATCH,
    timeoutMs: values.GRAPHQL_TIMEOUT_MS,
    persistedDocuments: values.GRAPHQL_PERSISTED_DOCUMENTS,
    knownDocuments: values.GRAPHQL_DOCUMENTS_FILE ?? new Map(),
  };
}
