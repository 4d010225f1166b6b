import { type GitHttpRequest, GitRemoteHTTP } from 'isomorphic-git/managers';
import { type RefFilter, relevantAdvertisement } from './advertisement.js';
import { createBreather } from './breather.js';
import { badResponse, GitFailure } from './git-failure.js';
import type { GitRemote } from './git-port.js';
import type { GuardedHttp, HttpAnswer } from './guarded-http.js';
import { failureOfStatus } from './http-failure.js';

/** The two services of a Git server: reading and writing. */
export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** What a server says first: the references that matter, and what it can do. */
export interface Advertisement {
  readonly refs: ReadonlyMap<string, string>;
  readonly capabilities: ReadonlySet<string>;
}

interface Exchange {
  readonly signal: AbortSignal;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** The conversation of one push with one remote. Credentials go along from the first request on. */
export class RemoteSession {
  readonly #base: string;

  constructor(
    private readonly remote: GitRemote,
    private readonly http: GuardedHttp,
    private readonly matters: RefFilter,
  ) {
    this.#base = remote.url.replace(/\/+$/, '');
  }

  /** Asks a service for its references. */
  async discover(service: GitService, signal: AbortSignal): Promise<Advertisement> {
    const advertisement: Advertisement & { protocolVersion: number } = await GitRemoteHTTP.discover({
      http: {
        request: async (request: GitHttpRequest) => {
          const answer = await this.#send('GET', request, { signal });
          checkContentType(answer, `application/x-${service}-advertisement`);
          const body = await relevantAdvertisement(answer.body, this.matters, createBreather(signal));
          return asIsomorphicResponse({ ...answer, body });
        },
      },
      service,
      url: this.#base,
      headers: this.#headers(),
      protocolVersion: 1,
    });
    checkObjectFormat(advertisement);
    return advertisement;
  }

  /** Sends a request to a service and returns the whole answer. */
  async connect(service: GitService, body: readonly Uint8Array[], exchange: Exchange): Promise<Buffer> {
    let result: Buffer = Buffer.alloc(0);
    await GitRemoteHTTP.connect({
      http: {
        request: async (request: GitHttpRequest) => {
          const answer = await this.#send('POST', request, exchange, body);
          checkContentType(answer, `application/x-${service}-result`);
          result = answer.body;
          return asIsomorphicResponse(answer);
        },
      },
      service,
      url: this.#base,
      headers: this.#headers(),
      auth: {},
      body,
    });
    return result;
  }

  async #send(
    method: 'GET' | 'POST',
    request: GitHttpRequest,
    exchange: Exchange,
    body?: readonly Uint8Array[],
  ) {
    const answer = await this.http.send({
      method,
      url: request.url,
      headers: request.headers ?? {},
      body,
      ...exchange,
    });
    const failure = failureOfStatus(answer.status, answer.headers, answer.url);
    if (failure) throw failure;
    return answer;
  }

  // A fresh object every time, since isomorphic-git adds headers of its own to the one it is given.
  #headers(): Record<string, string> {
    const { credentials } = this.remote;
    const headers = { 'user-agent': 'git/rollcall' };
    if (!credentials) return headers;
    const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    return { ...headers, Authorization: `Basic ${pair}` };
  }
}

function asIsomorphicResponse(answer: HttpAnswer) {
  return {
    url: answer.url.href,
    statusCode: answer.status,
    statusMessage: '',
    headers: { 'content-type': mediaTypeOf(answer) },
    body: oneChunk(answer.body),
  };
}

async function* oneChunk(data: Buffer) {
  yield data;
}

function checkContentType(answer: HttpAnswer, expected: string): void {
  if (mediaTypeOf(answer) !== expected) throw badResponse('there is no Git repository at this address.');
}

/** As the git program reads it: a server may name a charset, and write in capitals. */
function mediaTypeOf({ headers }: HttpAnswer): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

function checkObjectFormat({
  refs,
  capabilities,
  protocolVersion,
}: Advertisement & { protocolVersion: number }): void {
  const oids = [...refs.values()];
  if (capabilities.has('object-format=sha256') || oids.some((oid) => /^[0-9a-f]{64}$/.test(oid))) {
    throw GitFailure.of('GIT_UNSUPPORTED', {
      reason: 'repositories with SHA-256 objects are not supported.',
    });
  }
  const isVersion1 = protocolVersion === 1 || refs.size === 0;
  if (!isVersion1 || oids.some((oid) => !/^[0-9a-f]{40}$/.test(oid))) {
    throw badResponse('its list of references is damaged.');
  }
}
