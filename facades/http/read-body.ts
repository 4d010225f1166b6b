import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Context as KoaContext } from 'koa';
import readRaw from 'raw-body';
import { DomainError } from '../../src/errors.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyRules {
  /** The media types that are accepted, most wanted first. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

/**
 * Reads a request's body as JSON. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE and MALFORMED_JSON,
 * in this order; compressed bodies are refused, since their size is known only after the damage.
 */
export async function readJsonBody(koa: KoaContext, rules: BodyRules): Promise<unknown> {
  const encoding = koa.get('content-encoding');
  if (!koa.is(rules.mediaTypes as string[]) || (encoding !== '' && encoding !== 'identity')) {
    throw DomainError.of('UNSUPPORTED_MEDIA_TYPE', { expected: rules.mediaTypes.join(' or ') });
  }
  return parseJson(await readBytes(koa, rules.maxBytes));
}

async function readBytes(koa: KoaContext, maxBytes: number): Promise<Buffer> {
  try {
    return await readRaw(koa.req, { limit: maxBytes, length: koa.get('content-length') || null });
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      // Unread, the rest would hold up the next request on the connection, or reset it before the answer arrives.
      koa.req.resume();
      throw DomainError.of('BODY_TOO_LARGE', { limit: `${maxBytes / 1_000_000} MB` }, error);
    }
    throw DomainError.of('MALFORMED_JSON', { reason: 'it ended before all of it was sent.' }, error);
  }
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw DomainError.of('MALFORMED_JSON', { reason: 'it is not UTF-8.' }, error);
  }
  if (text.trim() === '') {
    throw DomainError.of('MALFORMED_JSON', { reason: 'it is empty.' });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw DomainError.of('MALFORMED_JSON', { reason: explain(text) }, error);
  }
}

/**
 * What is wrong with a text and where, in our own words: V8's message quotes the text, which may hold a
 * secret, and tells no position. The second parser runs on broken bodies alone.
 */
function explain(text: string): string {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // The second parser descends by recursion, which a text of nothing but brackets exhausts.
    return 'it nests too deeply.';
  }
  const [first] = errors;
  if (!first || first.offset >= text.trimEnd().length) {
    return 'it ends unexpectedly.';
  }
  const before = text.slice(0, first.offset).split('\n');
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
}
