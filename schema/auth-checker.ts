import type { AuthCheckerFn } from 'type-graphql';
import type { Context, TokenKind } from '../src/context.js';
import { DomainError } from '../src/errors.js';

/** Admits the kinds of token that a root field names; every root field names at least one. */
export const authChecker: AuthCheckerFn<Context, TokenKind> = ({ context }, kinds) => {
  if (!kinds.includes(context.principal.kind)) {
    throw DomainError.of('FORBIDDEN', {
      reason: `A token of kind ${context.principal.kind} may not do this.`,
    });
  }
  return true;
};
