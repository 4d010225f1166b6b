import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, validate } from 'graphql';
import type { Caller, Context } from '../src/context.js';

/** A GraphQL document that was parsed once, with the types of what goes in and comes out. */
export interface Operation<Variables, Data> {
  readonly document: DocumentNode;
  /** Never set; carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** Runs an operation in process on behalf of a caller, or throws the error that made it fail. */
export type Execute = <Variables, Data>(
  operation: Operation<Variables, Data>,
  variables: Variables,
  caller: Caller,
) => Promise<Data>;

/** The reference executor of the facades: graphql-js on documents that are parsed and validated already. */
export function createExecute(schema: GraphQLSchema, newContext: (caller: Caller) => Context): Execute {
  return async <Variables, Data>(
    operation: Operation<Variables, Data>,
    variables: Variables,
    caller: Caller,
  ) => {
    const result: ExecutionResult = await execute({
      schema,
      document: operation.document,
      variableValues: variables as Record<string, unknown>,
      contextValue: newContext(caller),
    });
    const error = result.errors?.[0];
    if (error) {
      // The original error keeps its code and, for the log, its cause.
      throw error.originalError ?? error;
    }
    return result.data as Data;
  };
}

/** What is wrong with operations against a schema, one line each; run before the service listens. */
export function invalidOperations(
  schema: GraphQLSchema,
  operations: readonly Operation<never, unknown>[],
): string[] {
  return operations.flatMap((operation) =>
    validate(schema, operation.document).map((error) => error.message),
  );
}
