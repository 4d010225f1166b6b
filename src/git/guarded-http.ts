import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AddressPolicy } from './address-policy.js';
import { badResponse, GitFailure } from './git-failure.js';
import { failureOfNetworkError } from './http-failure.js';

/** The bounds of every exchange; the whole push has a deadline besides, which comes as a signal. */
export interface HttpLimits {
  readonly connectMs: number;
  readonly idleMs: number;
  readonly maxBodyBytes: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  connectMs: 5_000,
  idleMs: 10_000,
  maxBodyBytes: 64 * 1024 * 1024,
};

/** One request; a body goes out with its length, never chunked. */
export interface HttpExchange {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[] | undefined;
  readonly signal: AbortSignal;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** A whole answer; a redirect is an answer like any other and never followed here. */
export interface HttpAnswer {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * The only way by which this program talks to a Git remote. It connects to allowed addresses alone, follows no
 * redirect, unpacks no compressed body, and ends every wait. One client serves one push: its connections are kept
 * from request to request and closed with it.
 */
export class GuardedHttp {
  readonly #plainAgent = new HttpAgent({ keepAlive: true, maxSockets: 4 });
  readonly #tlsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 4 });

  constructor(
    private readonly policy: AddressPolicy,
    private readonly limits: HttpLimits = DEFAULT_LIMITS,
  ) {}

  /** Sends a request and reads the whole answer; what fails is thrown as a GitFailure. */
  async send(exchange: HttpExchange): Promise<HttpAnswer> {
    const url = new URL(exchange.url);
    const base = new URL(url);
    base.search = '';
    this.policy.checkUrl(base.href);
    try {
      const response = await this.#respond(url, exchange);
      const body = await readBody(response, this.limits.maxBodyBytes);
      return { url, status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      throw failureOfNetworkError(error);
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#plainAgent.destroy();
    this.#tlsAgent.destroy();
  }

  #respond(url: URL, exchange: HttpExchange): Promise<IncomingMessage> {
    const { method, body, signal } = exchange;
    const isTls = url.protocol === 'https:';
    const length = body?.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    return new Promise((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method,
        signal,
        agent: isTls ? this.#tlsAgent : this.#plainAgent,
        lookup: this.policy.lookupFor(url),
        headers: {
          ...exchange.headers,
          'accept-encoding': 'identity',
          ...(length === undefined ? {} : { 'content-length': length }),
        },
      });
      this.#limitWaiting(request, isTls);
      request.once('response', resolve);
      // An error after the response shows in its body, which is being read by then.
      request.on('error', reject);
      // Some requests end with neither, after "101 Switching Protocols" for one; for all others it is settled by now.
      request.once('close', () => reject(badResponse('it ended the conversation without an answer.')));
      sendBody(request, body ?? [], exchange.onSent).catch(reject);
    });
  }

  #limitWaiting(request: ClientRequest, isTls: boolean): void {
    const giveUp = () => request.destroy(GitFailure.of('GIT_TIMEOUT', {}));
    request.setTimeout(this.limits.idleMs, giveUp);
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(giveUp, this.limits.connectMs);
      const stop = () => clearTimeout(timer);
      socket.once(isTls ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
  }
}

async function sendBody(
  request: ClientRequest,
  body: readonly Uint8Array[],
  onSent: HttpExchange['onSent'],
): Promise<void> {
  let sent = 0;
  for (const chunk of body) {
    if (request.destroyed) return;
    if (!request.write(chunk)) await drained(request);
    sent += chunk.byteLength;
    onSent?.(sent);
  }
  request.end();
}

/** Waits until more may be written, or until the request is over for whatever reason. */
function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      request.off('drain', done).off('close', done).off('response', done);
      resolve();
    };
    request.on('drain', done).on('close', done).on('response', done);
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'];
  const announced = Number(response.headers['content-length'] ?? 0);
  const refusal =
    encoding !== undefined && encoding !== 'identity'
      ? badResponse('it compressed the answer without being asked to.')
      : announced > maxBytes
        ? tooLarge()
        : undefined;
  if (refusal) {
    response.destroy();
    throw refusal;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    if (error instanceof GitFailure) throw error;
    throw badResponse('the answer was cut off.', error);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): GitFailure {
  return GitFailure.of('GIT_TOO_LARGE', { reason: 'the answer is larger than a push may read.' });
}
