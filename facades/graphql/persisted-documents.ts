import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '../../src/errors.js';
import type { GraphqlRequest } from './graphql-request.js';
import { Recent } from './recent.js';

/** `automatic`: any document, and those sent before by their hash; `required`: only known ones; `off`: no ids. */
export type PersistedDocumentsMode = 'automatic' | 'required' | 'off';

const REMEMBERED = 1_000;
const MAX_REMEMBERED_CHARACTERS = 20_000;

const persistedQuery = z.object({ version: z.literal(1), sha256Hash: z.string() });

/** Finds the text of the document that a request means. */
export class PersistedDocuments {
  readonly #mode: PersistedDocumentsMode;
  readonly #known: ReadonlyMap<string, string>;
  readonly #knownTexts: ReadonlySet<string>;
  readonly #sent = new Recent<string>(REMEMBERED);

  /** `known`: the operator's documents by id, which are allowed in every mode but `off`. */
  constructor(mode: PersistedDocumentsMode, known: ReadonlyMap<string, string>) {
    this.#mode = mode;
    this.#known = known;
    this.#knownTexts = new Set(known.values());
  }

  /**
   * The text of the document. Throws GRAPHQL_REQUEST_INVALID when the request names none or the hash is
   * not that of the text, PERSISTED_QUERY_NOT_FOUND, PERSISTED_QUERY_NOT_SUPPORTED and DOCUMENT_NOT_ALLOWED.
   */
  textOf(request: GraphqlRequest): string {
    const { query } = request;
    const id = idOf(request);
    if (this.#mode === 'required') {
      return this.#allowed(query, id);
    }
    if (query === null || query === '') {
      return this.#named(id);
    }
    const hash = hashOf(request);
    if (hash !== undefined && hash !== sha256(query)) {
      throw invalid('the hash is not that of the document.');
    }
    return query;
  }

  /** Keeps a document that was sent with its hash, once it is known to be a sound one. */
  remember(request: GraphqlRequest): void {
    const hash = hashOf(request);
    const { query } = request;
    if (
      this.#mode === 'automatic' &&
      hash !== undefined &&
      query &&
      query.length <= MAX_REMEMBERED_CHARACTERS
    ) {
      this.#sent.set(hash, query);
    }
  }

  #allowed(query: string | null, id: string | undefined): string {
    const text = id === undefined ? query : (this.#known.get(id) ?? null);
    if (text === null || text === '' || !this.#knownTexts.has(text)) {
      throw DomainError.of('DOCUMENT_NOT_ALLOWED', {});
    }
    return text;
  }

  #named(id: string | undefined): string {
    if (id === undefined) {
      throw invalid('the parameter query is missing.');
    }
    if (this.#mode === 'off') {
      throw DomainError.of('PERSISTED_QUERY_NOT_SUPPORTED', {});
    }
    const text = this.#known.get(id) ?? this.#sent.get(id);
    if (text === undefined) {
      throw DomainError.of('PERSISTED_QUERY_NOT_FOUND', {});
    }
    return text;
  }
}

/** The id of a persisted document: `documentId`, `sha256:` left off, or the hash of Apollo's extension. */
function idOf(request: GraphqlRequest): string | undefined {
  return request.documentId?.replace(/^sha256:/, '') ?? hashOf(request);
}

function hashOf(request: GraphqlRequest): string | undefined {
  const given = request.extensions?.persistedQuery;
  if (given === undefined || given === null) {
    return undefined;
  }
  const parsed = persistedQuery.safeParse(given);
  if (!parsed.success) {
    throw invalid('extensions.persistedQuery must hold version 1 and a sha256Hash.');
  }
  return parsed.data.sha256Hash;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function invalid(reason: string): DomainError {
  return DomainError.of('GRAPHQL_REQUEST_INVALID', { reason });
}
