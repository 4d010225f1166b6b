import type { Context as KoaContext } from 'koa';
import { DomainError } from '../../src/errors.js';

/** How an answer is sent: as the two media types of GraphQL over HTTP, or as a stream of events. */
export const answerTypes = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
] as const;
export type AnswerType = (typeof answerTypes)[number];

/** The same types in both spellings: clients may name the charset, and GraphQL over HTTP advises them to. */
const spellings = answerTypes.flatMap((type) => [type, `${type}; charset=utf-8`]);

/** The media type that the caller likes best; throws NOT_ACCEPTABLE when it takes none of them. */
export function answerTypeOf(koa: KoaContext): AnswerType {
  const accepted = koa.accepts(spellings);
  if (accepted === false) {
    throw DomainError.of('NOT_ACCEPTABLE', { offered: answerTypes.join(' or ') });
  }
  return accepted.replace(/;.*/, '') as AnswerType;
}

/** True for a browser that was pointed here: it likes HTML better than any answer. */
export function wantsPage(koa: KoaContext): boolean {
  return koa.method === 'GET' && koa.accepts([...spellings, 'text/html']) === 'text/html';
}
