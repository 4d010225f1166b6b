import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';

function post(body: unknown, headers: Record<string, string> = {}) {
  return service.request('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function get(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  return service.request(`/graphql?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: `Bearer ${service.adminToken}`, ...headers },
  });
}

test('passes every item of the published GraphQL over HTTP audit', async () => {
  const results = await auditServer({
    url: `${service.baseUrl}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${service.adminToken}` },
      }),
  });
  expect(
    results
      .filter((result) => result.status !== 'ok')
      .map((result) => `${result.name}: ${JSON.stringify(result)}`),
  ).toEqual([]);
  expect(results.length).toBeGreaterThan(60);
});

describe('the media type of the answer', () => {
  test.each([
    ['*/*', JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [RESPONSE_TYPE, RESPONSE_TYPE],
    [`${RESPONSE_TYPE}, ${JSON_TYPE};q=0.9`, RESPONSE_TYPE],
    [`${JSON_TYPE}, ${RESPONSE_TYPE};q=0.5`, JSON_TYPE],
    ['application/*', JSON_TYPE],
    [`${RESPONSE_TYPE}; charset=utf-8, ${JSON_TYPE}; charset=utf-8`, RESPONSE_TYPE],
    [`${JSON_TYPE};charset=UTF-8`, JSON_TYPE],
    [`${JSON_TYPE}; charset=utf-8; q=0.5, ${RESPONSE_TYPE}; q=0.4`, JSON_TYPE],
  ])('%s gets %s', async (accept, expected) => {
    const answer = await post({ query: '{ __typename }' }, { Accept: accept });
    expect(answer.headers.get('content-type')).toBe(`${expected}; charset=utf-8`);
    expect(answer.json).toEqual({ data: { __typename: 'Query' } });
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  test.each(['image/png', `${JSON_TYPE}; charset=iso-8859-1`, 'text/html'])(
    '%s is refused',
    async (accept) => {
      const answer = await post({ query: '{ __typename }' }, { Accept: accept });
      expect(answer.status).toBe(406);
      expect(answer.json.errors[0].extensions.code).toBe('NOT_ACCEPTABLE');
    },
  );
});

describe('methods', () => {
  test('a GET runs queries, with variables and operationName', async () => {
    const answer = await get({
      query: 'query A { __typename } query B($id: ID!) { workspace(id: $id) { id } }',
      operationName: 'B',
      variables: '{"id":"x"}',
    });
    expect([answer.status, answer.json]).toEqual([200, { data: { workspace: null } }]);
  });

  test('a GET runs no mutation', async () => {
    const answer = await get({
      query: 'mutation { createWorkspace(input: { name: "x" }) { workspace { id } } }',
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.json.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('%s is not offered', async (method) => {
    const answer = await service.request('/graphql', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('what a page of another origin could send without asking first is never run', () => {
  const query = 'mutation { createWorkspace(input: { name: "forged" }) { workspace { id } } }';

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a POST of %s',
    async (type) => {
      const answer = await post(JSON.stringify({ query }), { 'Content-Type': type });
      expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  test('anything without the Authorization header, which no page can set unasked', async () => {
    const answer = await service.request(`/graphql?query=${encodeURIComponent('{ viewer { tokenName } }')}`);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Rollcall GraphQL"',
    ]);
  });

  test('and no answer allows another origin to read it', async () => {
    const answer = await post({ query: '{ __typename }' }, { Origin: 'https://example.com' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('faults', () => {
  test.each([
    ['an unknown parameter type', { query: 1 }, 400, 'GRAPHQL_REQUEST_INVALID'],
    ['no document', {}, 400, 'GRAPHQL_REQUEST_INVALID'],
    ['not an object', '"x"', 400, 'GRAPHQL_REQUEST_INVALID'],
    ['malformed JSON', '{', 400, 'MALFORMED_JSON'],
    ['a syntax error', { query: '{' }, 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ nope }' }, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing variable', { query: 'query($id: ID!) { user(id: $id) { id } }' }, 400, 'BAD_USER_INPUT'],
    [
      'an unknown operation',
      { query: 'query A { __typename }', operationName: 'B' },
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s', async (_, body, status, code) => {
    const answer = await post(body, { Accept: RESPONSE_TYPE });
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([status, code]);
    expect(answer.json).not.toHaveProperty('data');
  });
});

describe('batches', () => {
  test('are answered in order', async () => {
    const answer = await post([
      { query: '{ __typename }' },
      { query: '{ nope }' },
      { query: '{ viewer { kind } }' },
    ]);
    expect(answer.json.map((one: object) => Object.keys(one))).toEqual([['data'], ['errors'], ['data']]);
  });

  test('answer each request by itself, whatever is wrong with another', async () => {
    const answer = await post([
      { query: '{' },
      { query: '{ viewer { kind } }' },
      { query: 7 },
      'nothing',
      { query: 'subscription { auditEntryAdded { id } }' },
      { extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
      { query: `${'{ a '.repeat(16)}${'}'.repeat(16)}` },
      { query: '{ __typename }' },
    ]);
    expect(answer.status).toBe(200);
    expect(
      answer.json.map(
        ({ data, errors }: never) => data ?? (errors as { extensions: object }[])[0]?.extensions,
      ),
    ).toEqual([
      { code: 'GRAPHQL_PARSE_FAILED' },
      { viewer: { kind: 'ADMIN' } },
      { code: 'GRAPHQL_REQUEST_INVALID' },
      { code: 'GRAPHQL_REQUEST_INVALID' },
      { code: 'NOT_ACCEPTABLE' },
      { code: 'PERSISTED_QUERY_NOT_FOUND' },
      { code: 'GRAPHQL_LIMIT_EXCEEDED' },
      { __typename: 'Query' },
    ]);
  });

  test('hold no more requests than the limit', async () => {
    const answer = await post(Array.from({ length: 11 }, () => ({ query: '{ __typename }' })));
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_REQUEST_INVALID']);
  });

  test('ask together for no more objects than one request may', async () => {
    const query = '{ workspaces(first: 100) { nodes { users(first: 90) { nodes { id } } } } }';
    expect((await post({ query })).json.errors).toBeUndefined();
    const answer = await post(Array.from({ length: 3 }, () => ({ query })));
    expect(answer.json.errors[0].extensions.code).toBe('GRAPHQL_LIMIT_EXCEEDED');
  });
});

test('a browser that was pointed at the service itself is led to the playground', async () => {
  const ask = async (accept: string) => {
    const answer = await service.request('/', { headers: { Accept: accept }, redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };
  expect(await ask('text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([302, '/graphql']);
  expect(await ask('*/*')).toEqual([404, null]);
});

test('every answer says that it is not to be stored', async () => {
  expect((await post({ query: '{ __typename }' })).headers.get('cache-control')).toBe('no-store');
});
