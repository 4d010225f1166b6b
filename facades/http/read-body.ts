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
    throw DomainError.of('MALFORMED_JSON', { reason: positionOf(error) }, error);
  }
}

/** V8 quotes the body in its message; only the position leaves the process. */
function positionOf(error: unknown): string {
  const [position] = /position \d+|line \d+ column \d+/.exec(String(error)) ?? [];
  return position ? `unexpected text at ${position}.` : 'it ends unexpectedly.';
}
