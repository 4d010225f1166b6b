import { expect } from 'vitest';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PLATFORM = 'urn:ietf:params:scim:schemas:extension:platform:User:2.0';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

export type Json = Record<string, unknown>;

/** A whole answer: every header that speaks of the answer itself, and the body as JSON, or as text when it is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of any shape, and every test says which.
  readonly body: any;
}

/** Headers that say nothing about SCIM: of the connection, the clock, or the tracing of requests. */
const IGNORED = /^(?:date|connection|keep-alive|content-length|transfer-encoding|x-request-id|vary)$/;

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A SCIM client of one workspace: bearer token, `application/scim+json`. */
export class ScimClient {
  constructor(
    readonly base: string,
    readonly token: string,
  ) {}

  /** The same workspace through another token. */
  withToken(token: string): ScimClient {
    return new ScimClient(this.base, token);
  }

  /** A path below the base as the request line has it. */
  path(path: string): string {
    return new URL(this.base).pathname + path;
  }

  /** Reads an address outside the base path. */
  at = (path: string) => new ScimClient(new URL(this.base).origin, this.token).get(path);

  get = (path: string, headers?: Sent['headers']) => this.send('GET', path, headers ? { headers } : {});
  post = (path: string, body: unknown, headers: Sent['headers'] = {}) =>
    this.send('POST', path, { body, headers });
  put = (path: string, body: unknown, headers: Sent['headers'] = {}) =>
    this.send('PUT', path, { body, headers });
  patch = (path: string, operations: unknown, headers: Sent['headers'] = {}) =>
    this.send('PATCH', path, { body: { schemas: [PATCH_OP], Operations: operations }, headers });
  delete = (path: string, headers: Sent['headers'] = {}) => this.send('DELETE', path, { headers });

  /** Sends a request; a string or bytes as a body go out as they are, a header set to undefined stays away. */
  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const all = {
      authorization: `Bearer ${this.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    };
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === 'string' || body instanceof Uint8Array
                ? (body as string)
                : JSON.stringify(body),
          }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !IGNORED.test(name))),
      body:
        text === ''
          ? undefined
          : /json/.test(response.headers.get('content-type') ?? '')
            ? JSON.parse(text)
            : text,
    };
  }

  /** Creates a user and gives its body. */
  async user(attributes: Json | string): Promise<Answer['body']> {
    const given = typeof attributes === 'string' ? { userName: attributes } : attributes;
    return created(await this.post('/Users', { schemas: [USER], ...given }));
  }

  /** Creates a group and gives its body. */
  async group(displayName: string, members: readonly string[] = []): Promise<Answer['body']> {
    const body = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) };
    return created(await this.post('/Groups', body));
  }

  /** The userNames (or displayNames) that a filter finds, sorted. */
  async find(filter: string, endpoint = '/Users'): Promise<string[]> {
    const answer = await this.get(`${endpoint}?count=500&filter=${encodeURIComponent(filter)}`);
    expect(answer).toEqual(list(expect.any(Array) as never, { totalResults: expect.any(Number) }));
    expect(answer.body.totalResults).toBe(answer.body.Resources.length);
    return answer.body.Resources.map(
      (item: Json) => item.userName ?? item.displayName ?? item.serialNumber,
    ).sort();
  }
}

function created(answer: Answer): Answer['body'] {
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const jsonHeaders = { 'content-type': 'application/scim+json' };

/** The whole answer of a failed request; `detail` is matched as a part when it is text. */
export const error = (
  status: number,
  scimType?: string,
  detail: string | RegExp = /\S/,
  headers: Json = {},
): unknown => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: {
    schemas: [ERROR],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: typeof detail === 'string' ? expect.stringContaining(detail) : expect.stringMatching(detail),
  },
});

/** The whole answer of a list with these resources. */
export const list = (resources: readonly unknown[], rest: Json = {}): unknown => ({
  status: 200,
  headers: jsonHeaders,
  body: {
    schemas: [LIST],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: Array.isArray(resources) ? resources.length : expect.any(Number),
    Resources: resources,
    ...rest,
  },
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const endpoints: Readonly<Record<string, string>> = { User: '/Users', Group: '/Groups', Device: '/Devices' };

/**
 * Asserts a whole answer about one resource: status, ETag and Location as in `meta`, and a body of exactly these
 * attributes beside `schemas`, `id` and `meta`. Gives the body back.
 */
export function expectResource(
  client: ScimClient,
  answer: Answer,
  status: number,
  type: 'User' | 'Group' | 'Device',
  attributes: Json,
  schemas: readonly string[] = [type === 'User' ? USER : GROUP],
): Answer['body'] {
  const { body } = answer;
  expect(answer).toEqual({
    status,
    headers: { ...jsonHeaders, etag: body?.meta?.version, location: body?.meta?.location },
    body: {
      schemas,
      id: expect.stringMatching(UUID),
      ...attributes,
      meta: {
        resourceType: type,
        created: expect.stringMatching(TIME),
        lastModified: expect.stringMatching(TIME),
        location: `${client.base}${endpoints[type]}/${body?.id}`,
        version: expect.stringMatching(/^W\/"[^"]+"$/),
      },
    },
  });
  return body;
}

/** The answer to a read of one resource that now has this body. */
export const one = (body: Answer['body'], status = 200, headers: Json = {}): unknown => ({
  status,
  headers: { ...jsonHeaders, etag: body.meta.version, location: body.meta.location, ...headers },
  body,
});

/** An answer without a body. */
export const empty = (status: number, headers: Json = {}): unknown => ({ status, headers, body: undefined });
