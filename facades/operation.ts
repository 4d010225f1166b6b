import { parse } from 'graphql';
import type { Operation } from '../schema/execute.js';

/** Parses the text of a GraphQL operation once, at load; `app.ts` validates it against the schema at start. */
export function operation<Variables, Data>(text: string): Operation<Variables, Data> {
  return { document: parse(text, { noLocation: true }) };
}
