import type { IncomingMessage } from 'node:http';
import { badRequest, ScimError } from './errors.js';
import { isJsonObject, type JsonObject } from './json.js';
import { checkContentType } from './media-type.js';

/** The most bytes of a request body. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Reads a body as one JSON object: 415, 413 and 400 `invalidSyntax`, in this order. */
export async function readJsonObject(request: IncomingMessage): Promise<JsonObject> {
  checkContentType(request.headers['content-type']);
  const bytes = await readBytes(request);
  const body = parse(bytes);
  if (!isJsonObject(body)) throw badRequest('invalidSyntax', 'The body must be a JSON object.');
  return body;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () =>
    new ScimError(413, undefined, `The body is larger than ${MAX_BODY_BYTES} bytes (10 MB).`, {
      Connection: 'close',
    });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw badRequest('invalidSyntax', 'The body is empty; a JSON object is needed.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? position(error) : ': it is not UTF-8';
    throw badRequest('invalidSyntax', `The body is not valid JSON${reason}.`);
  }
}

/** Where the parser stopped, without quoting the body, which may hold a password. */
function position(error: SyntaxError): string {
  const found = /position (\d+)/.exec(error.message)?.[1];
  return found === undefined ? '' : ` (at character ${Number(found) + 1})`;
}
