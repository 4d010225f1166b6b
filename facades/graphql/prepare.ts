import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { DomainError } from '../../src/errors.js';
import { checkText } from './check-text.js';
import { type DocumentLimits, measure } from './document-limits.js';
import type { GraphqlRequest } from './graphql-request.js';
import type { PersistedDocuments } from './persisted-documents.js';
import { Recent } from './recent.js';

/** A request whose document was found, parsed and measured, but not validated. */
export interface PreparedRequest {
  readonly request: GraphqlRequest;
  readonly text: string;
  readonly document: DocumentNode;
  /** Undefined when the request does not tell which of several operations it means. */
  readonly operation: OperationDefinitionNode | undefined;
  /** How many objects the answer could hold. */
  readonly cost: number;
}

/** Longer documents are refused before they are read; what is large belongs into variables. */
const MAX_CHARACTERS = 100_000;
const REMEMBERED = 500;
/** The parser tells by its message alone that it gave up counting. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

/** Does with a request, cheapest first, everything that must be done before it may cost anything. */
export class Preparation {
  readonly #schema: GraphQLSchema;
  readonly #documents: PersistedDocuments;
  readonly #limits: DocumentLimits;
  readonly #parsed = new Recent<DocumentNode>(REMEMBERED);

  constructor(schema: GraphQLSchema, documents: PersistedDocuments, limits: DocumentLimits) {
    this.#schema = schema;
    this.#documents = documents;
    this.#limits = limits;
  }

  /** Throws what `PersistedDocuments` and `checkText` throw, and GRAPHQL_PARSE_FAILED. */
  prepare(request: GraphqlRequest): PreparedRequest {
    const text = this.#documents.textOf(request);
    const document = this.#parsed.get(text) ?? this.#parse(text);
    const operation = getOperationAST(document, request.operationName) ?? undefined;
    const cost = operation
      ? measure(this.#schema, document, operation, request.variables ?? {}, this.#limits)
      : 0;
    this.#documents.remember(request);
    return { request, text, document, operation, cost };
  }

  #parse(text: string): DocumentNode {
    if (text.length > MAX_CHARACTERS) {
      throw DomainError.of('GRAPHQL_LIMIT_EXCEEDED', { what: 'characters', limit: MAX_CHARACTERS });
    }
    const document = this.#parseTokens(text);
    checkText(document, this.#limits);
    this.#parsed.set(text, document);
    return document;
  }

  #parseTokens(text: string): DocumentNode {
    const { maxTokens } = this.#limits;
    try {
      return parse(text, { maxTokens });
    } catch (error) {
      if (
        error instanceof RangeError ||
        (error instanceof GraphQLError && TOO_MANY_TOKENS.test(error.message))
      ) {
        throw DomainError.of('GRAPHQL_LIMIT_EXCEEDED', { what: 'tokens', limit: maxTokens }, error);
      }
      throw DomainError.of('GRAPHQL_PARSE_FAILED', { reason: (error as Error).message }, error);
    }
  }
}
