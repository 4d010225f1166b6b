import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.newTenant();
});
afterAll(() => service.close());

const post = (on: Service, body: object, init: RequestInit = {}) =>
  on.request('/graphql', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${on.adminToken}`,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
    },
    body: JSON.stringify(body),
    ...init,
  });

const codeOf = async (on: Service, body: object) => {
  const answer = await post(on, body);
  return [answer.status, answer.json.errors?.[0].extensions.code];
};

const LIMIT = [400, 'GRAPHQL_LIMIT_EXCEEDED'];

const nested = (depth: number) =>
  `{ workspaces(first: 1) { nodes ${'{ users(first: 1) { nodes { groups(first: 1) { nodes '.repeat(depth)}{ id }${' } } } }'.repeat(depth)} } }`;

describe('a hostile document is refused before it is validated', () => {
  const unknownDeep = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`;

  test.each([
    ['50 fields below each other', unknownDeep(50)],
    ['1,500 fields below each other', unknownDeep(1500)],
    ['a real depth of more than 15', nested(4)],
    ['10,000 aliases', `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
    ['51 aliases', `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
    [
      '51 aliases hidden in fragments',
      `{ ...A } fragment A on Query { ${Array.from({ length: 51 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
    ],
    ['one field 201 times', `{ ${'__typename '.repeat(201)} }`],
    [
      '101 fragments',
      `{ ...F0 } ${Array.from({ length: 101 }, (_, i) => `fragment F${i} on Query { __typename }`).join(' ')}`,
    ],
    [
      'a million objects',
      '{ workspaces(first: 100) { nodes { groups(first: 100) { nodes { members(first: 100) { nodes { id } } } } } } }',
    ],
    [
      'lists of provisioned resources',
      `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: provisionedResources(workspaceId: "x", first: 1000) { nodes { id } }`).join(' ')} }`,
    ],
    [
      'a page size that a variable hides',
      'query ($n: Int) { workspaces(first: $n) { nodes { groups(first: $n) { nodes { members(first: $n) { nodes { id } } } } } } }',
    ],
    [
      'pages counted from the end',
      '{ workspaces(last: 100) { edges { node { groups(last: 100) { edges { node { id } } users: edges { node { members { nodes { id } } } } } } } } }',
    ],
    [
      'a list of 3,000 values',
      `{ workspaces(where: { id: { in: [${'"x" '.repeat(5000)}] } }) { totalCount } }`,
    ],
    ['a document of a million characters', `{ __typename } # ${'x'.repeat(1_000_000)}`],
    [
      'a value nested 3,000 deep',
      `{ workspaces(where: ${'{ not: '.repeat(1500)}{}${' }'.repeat(1500)}) { totalCount } }`,
    ],
  ])('%s', async (_, query) => {
    expect(await codeOf(service, { query, variables: { n: 100 } })).toEqual(LIMIT);
  });

  test('fragments that double at each level cost what they would give, in no time', async () => {
    const levels = Array.from(
      { length: 40 },
      (_, i) =>
        `fragment F${i} on Workspace { a${i}: users(first: 2) { nodes { workspace { ...F${i + 1} } } } b${i}: environments { id } ...F${i + 1} }`,
    ).slice(0, 20);
    const query = `{ workspaces(first: 2) { nodes { ...F0 } } } ${levels.join(' ')} fragment F20 on Workspace { id }`;
    expect(await codeOf(service, { query })).toEqual(LIMIT);
  });

  test('cyclic fragments are refused as not valid', async () => {
    const query =
      '{ workspaces { nodes { ...A } } } fragment A on Workspace { id ...B } fragment B on Workspace { name ...A }';
    expect(await codeOf(service, { query })).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  });

  test('introspection that goes round in circles is refused by validation', async () => {
    const query = `{ __schema { types ${'{ fields { type '.repeat(5)}{ name }${' } }'.repeat(5)} } }`;
    expect((await codeOf(service, { query }))[0]).toBe(400);
  });
});

test('none of them reached the database', async () => {
  const statements = await service.count.during(() => post(service, { query: nested(10) }));
  // The look-up of the token comes first, and may be remembered.
  expect(statements.filter((text) => !text.includes('from tokens where hash'))).toEqual([]);
});

describe('a condition in variables', () => {
  const query = 'query ($where: UserWhere) { workspaces { nodes { users(where: $where) { totalCount } } } }';

  test.each([
    ['11 levels deep', 11],
    ['10,000 levels deep', 10_000],
  ])('%s is refused', async (_, depth) => {
    const where = `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`;
    const answer = await post(
      service,
      {},
      { body: `{"query":${JSON.stringify(query)},"variables":{"where":${where}}}` },
    );
    expect(answer.json.errors[0].extensions.code).toBe(
      depth > 200 ? 'GRAPHQL_LIMIT_EXCEEDED' : 'VALIDATION_FAILED',
    );
  });

  test('with more than 100 parts is refused', async () => {
    const where = { or: Array.from({ length: 101 }, () => ({ userName: { eq: 'x' } })) };
    expect((await post(service, { query, variables: { where } })).json.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'where', message: 'must not hold more than 100 conditions' }],
    });
  });
});

describe('persisted documents', () => {
  const query = '{ viewer { tokenName } }';
  const hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };

  test('automatic: unknown first, then known by its hash, also by GET', async () => {
    expect(await codeOf(service, { extensions })).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
    const unknown = await service.request('/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ extensions }),
    });
    expect([unknown.status, unknown.json.errors[0].message]).toEqual([200, 'PersistedQueryNotFound']);
    const data = { viewer: { tokenName: 'tests' } };
    expect((await post(service, { query, extensions })).json).toEqual({ data });
    expect((await post(service, { extensions })).json).toEqual({ data });
    expect((await post(service, { documentId: `sha256:${hash}` })).json).toEqual({ data });
    const got = await service.request(
      `/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`,
      {
        headers: { Authorization: `Bearer ${service.adminToken}` },
      },
    );
    expect(got.json).toEqual({ data });
  });

  test('a hash that is another document’s is refused, and so is a document that is no sound one', async () => {
    const wrong = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
    expect(await codeOf(service, { query, extensions: wrong })).toEqual([400, 'GRAPHQL_REQUEST_INVALID']);
    const bad = '{ a';
    const badHash = {
      persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(bad).digest('hex') },
    };
    expect(await codeOf(service, { query: bad, extensions: badHash })).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    expect(await codeOf(service, { extensions: badHash })).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
    expect(await codeOf(service, { query, extensions: { persistedQuery: { version: 2 } } })).toEqual([
      400,
      'GRAPHQL_REQUEST_INVALID',
    ]);
  });
});

describe('settings', () => {
  async function withSettings(overrides: object, work: (on: Service) => Promise<void>) {
    const { graphql } = await loadConfig({});
    const other = await startService({ graphql: { ...graphql, ...overrides } });
    try {
      await work(other);
    } finally {
      await other.close();
    }
  }

  test('an allow-list runs its documents and no other', async () => {
    const text = 'query Who { viewer { tokenName } }';
    const settings = { persistedDocuments: 'required', knownDocuments: new Map([['who', text]]) };
    await withSettings(settings, async (on) => {
      const data = { viewer: { tokenName: 'tests' } };
      expect((await post(on, { documentId: 'who' })).json).toEqual({ data });
      expect((await post(on, { query: text })).json).toEqual({ data });
      expect(await codeOf(on, { query: '{ viewer { tokenName } }' })).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
      expect(await codeOf(on, { documentId: 'other' })).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
    });
  });

  test('persisted documents can be switched off', async () => {
    await withSettings({ persistedDocuments: 'off' }, async (on) => {
      expect(await codeOf(on, { documentId: 'who' })).toEqual([400, 'PERSISTED_QUERY_NOT_SUPPORTED']);
    });
  });

  test('without introspection the schema cannot be asked for nor guessed, and there is no playground', async () => {
    await withSettings({ introspection: false, playground: false, maxBatch: 0 }, async (on) => {
      expect((await codeOf(on, { query: '{ __schema { types { name } } }' }))[0]).toBe(400);
      const guess = await post(on, { query: '{ workspacez { nodes { id } } }' });
      expect(guess.text).not.toContain('Did you mean');
      const page = await on.request('/graphql', { headers: { Accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([
        406,
        'application/json; charset=utf-8',
      ]);
      const batch = await post(on, [{ query: '{ __typename }' }]);
      expect([batch.status, batch.json.errors[0].message]).toEqual([
        400,
        'The GraphQL request is not valid: batches are switched off.',
      ]);
    });
  });
});

describe('a request that takes too long', () => {
  /** Keeps every row of a workspace locked, so that whoever wants to change it waits, until released. */
  async function hold(on: Service, id: string): Promise<() => Promise<void>> {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const { database } = on.app.newContext({ principal: null as never, requestId: 'holder' });
    const { sql } = await import('kysely');
    const done = database.transaction(async (connection) => {
      await connection.rows(sql`select from workspaces where id = ${id} for update`);
      isHeld();
      await gate;
    });
    await held;
    return async () => {
      release();
      await done;
    };
  }

  const update = (id: string) => ({
    query: `mutation { updateWorkspace(input: { id: "${id}", name: "late" }) { workspace { name } } }`,
  });

  test('is given up, and changes nothing afterwards', async () => {
    const { graphql } = await loadConfig({});
    const on = await startService({ graphql: { ...graphql, timeoutMs: 100 } });
    const { id } = await on.newTenant();
    await post(on, { query: '{ __typename }' });
    const release = await hold(on, id);
    const answer = await post(on, update(id));
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([504, 'REQUEST_TIMEOUT']);
    const asEvents = await post(on, update(id), {
      headers: {
        Authorization: `Bearer ${on.adminToken}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
    });
    expect([asEvents.status, asEvents.json.errors[0].extensions.code]).toEqual([504, 'REQUEST_TIMEOUT']);
    await release();
    const { workspace } = await on.graphql(`{ workspace(id: "${id}") { name } }`);
    expect(workspace.name).toBe('Tenant');
    await on.close();
  });
});

test('what goes wrong on our side is masked behind the id of its request', async () => {
  const broken = await startService();
  await broken.orm.em.getConnection().execute('drop table environments cascade');
  const answer = await post(broken, {
    query: 'mutation { createWorkspace(input: { name: "x" }) { workspace { id } } }',
  });
  expect(answer.json.errors[0]).toMatchObject({
    message: 'Something went wrong on our side. Quote the request id when you report it.',
    extensions: { code: 'INTERNAL', requestId: answer.headers.get('x-request-id') },
  });
  expect(answer.text).not.toContain('environments');
  expect(broken.log.some((line) => line.includes('environments'))).toBe(true);
  await broken.close();
});
