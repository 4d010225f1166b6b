import type { GraphQLObjectType } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../schema/build-schema.js';
import { applyRetention } from '../../src/audit/apply-retention.js';
import { newFixture } from '../support/fixture.js';
import { type GitService, startGitService } from '../support/git-service.js';
import { callOf, mutationExamples } from '../support/mutation-examples.js';
import type { Service } from '../support/service.js';

const schema = buildSchema();
const mutation = schema.getMutationType() as GraphQLObjectType;

let git: GitService;
let service: Service;
beforeAll(async () => {
  git = await startGitService();
  service = git.service;
});
afterAll(() => git.close());

const ENTRY = `id at workspaceId action requestId actor { kind tokenId name }
  subject { type id name } changes { field value previous }`;

async function entriesOf(where: object, token?: string) {
  const { auditEntries } = await service.graphql(
    `query ($where: AuditEntryWhere) { auditEntries(where: $where) { nodes { ${ENTRY} } } }`,
    { where },
    token,
  );
  return auditEntries.nodes;
}

describe.each(Object.keys(mutation.getFields()))('%s', (name) => {
  test('leaves an entry: who, what, which fields, by which request, and no secret', async () => {
    const example = mutationExamples[name];
    if (!example) {
      throw new Error(`test/support/mutation-examples.ts needs an example of ${name}.`);
    }
    const fixture = await newFixture(git);
    const token = example.instanceOnly ? service.adminToken : fixture.tenant.tokens.admin;
    const requestId = `request-of-${name}`;
    const field = mutation.getFields()[name];
    const input = await example.input(fixture);
    if (name === 'addGroupMembers') {
      await service.graphql(
        'mutation ($input: GroupMembersInput!) { removeGroupMembers(input: $input) { changed } }',
        { input },
      );
    }
    const answer = await service.request('/graphql', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
      },
      body: JSON.stringify({
        query: callOf(field, example),
        variables: { input },
      }),
    });
    expect(answer.json.errors).toBeUndefined();

    const [entry, ...others] = await entriesOf({ requestId: { eq: requestId } });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: example.audit.action,
      actor: { kind: 'ADMIN', name: example.instanceOnly ? 'tests' : 'admin token' },
      subject: { type: example.audit.subjectType },
    });
    expect(entry.changes.map((change: { field: string }) => change.field).sort()).toEqual(
      example.audit.changedFields,
    );
    const text = JSON.stringify(entry);
    expect(text).not.toMatch(/rc[aes]_|eyJ/);
    const secret = answer.json.data[name].secret;
    expect(secret === undefined || !text.includes(secret)).toBe(true);
  });
});

test('a mutation by the REST facade leaves its entry too', async () => {
  const tenant = await service.newTenant();
  await service.request(`/api/ext/workspace/${tenant.id}/groups`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${tenant.tokens.external}`,
      'Content-Type': 'application/json',
      'X-Request-Id': 'by-rest',
    },
    body: JSON.stringify({ name: 'By REST' }),
  });
  expect(await entriesOf({ requestId: { eq: 'by-rest' } })).toMatchObject([
    { action: 'group.created', actor: { kind: 'EXTERNAL', name: 'external token' }, workspaceId: tenant.id },
  ]);
});

test('a mutation that fails leaves none', async () => {
  const tenant = await service.newTenant();
  await expect(
    service.graphql(
      'mutation { deleteGroup(input: { id: "nope" }) { group { id } } }',
      {},
      tenant.tokens.admin,
    ),
  ).rejects.toThrow('GROUP_NOT_FOUND');
  expect(await entriesOf({ action: { eq: 'group.deleted' }, workspaceId: { eq: tenant.id } })).toEqual([]);
});

describe('the trail', () => {
  test('shows changes of role with what the role was before', async () => {
    const { userId, tenant } = await newFixture(git);
    for (const role of ['BUILDER', 'ADMIN']) {
      await service.graphql(
        `mutation { updateUser(input: { id: "${userId}", role: ${role} }) { user { id } } }`,
        {},
        tenant.tokens.admin,
      );
    }
    const { user } = await service.graphql(
      `{ user(id: "${userId}") { auditEntries(where: { changedFields: { has: "role" }, action: { ne: "user.created" } }) {
        totalCount nodes { changes { field previous value } }
      } } }`,
    );
    expect(user.auditEntries).toEqual({
      totalCount: 2,
      nodes: [
        { changes: [{ field: 'role', previous: 'builder', value: 'admin' }] },
        { changes: [{ field: 'role', previous: 'end-user', value: 'builder' }] },
      ],
    });
  });

  test('finds a change of role that a provisioning client made', async () => {
    const { userId, workspaceId, tenant } = await newFixture(git);
    await service.graphql(
      `mutation ($input: EditProvisionedResourceInput!) { editProvisionedResource(input: $input) { changed } }`,
      {
        input: {
          workspaceId,
          type: 'User',
          id: userId,
          edits: [
            {
              operation: 'REPLACE',
              attribute: 'urn:ietf:params:scim:schemas:extension:platform:User:2.0:role',
              value: 'admin',
            },
          ],
        },
      },
      tenant.tokens.admin,
    );
    const [entry] = await entriesOf({ subjectId: { eq: userId }, changedFields: { has: 'role' } });
    expect(entry).toMatchObject({ action: 'user.updated' });
    expect(entry.changes).toContainEqual({ field: 'role', previous: 'end-user', value: 'admin' });
  });

  test('is narrowed by action, actor, subject and time', async () => {
    const fixture = await newFixture(git);
    const token = fixture.tenant.tokens.admin;
    const actions = async (where: object) =>
      (await entriesOf(where, token)).map((entry: { action: string }) => entry.action).sort();
    expect(await actions({ action: { startsWith: 'group.' } })).toEqual([
      'group.created',
      'group.members_added',
    ]);
    expect(await actions({ subjectId: { eq: fixture.appId } })).toEqual(['app.created']);
    expect(await actions({ subjectType: { in: ['environment', 'data_source'] } })).toEqual([
      'data_source.created',
      'environment.created',
    ]);
    expect(await actions({ actorName: { eq: 'nobody' } })).toEqual([]);
    expect(await actions({ actorKind: { eq: 'SCIM' } })).toEqual([]);
    expect(await actions({ at: { gt: new Date(Date.now() + 60_000).toISOString() } })).toEqual([]);
    expect(
      await actions({
        action: { eq: 'app.created' },
        at: { gte: new Date(Date.now() - 60_000).toISOString() },
      }),
    ).toEqual(['app.created']);
  });

  test('stays when its workspace is deleted', async () => {
    const { workspaceId, marker } = await newFixture(git);
    await service.graphql(
      `mutation { deleteWorkspace(input: { id: "${workspaceId}", name: "${marker} workspace" }) { workspace { id } } }`,
    );
    expect((await entriesOf({ workspaceId: { eq: workspaceId } })).length).toBeGreaterThan(5);
  });
});

describe('the export', () => {
  const fetchLines = async (path: string, token: string) => {
    const answer = await service.request(path, { headers: { Authorization: `Bearer ${token}` } });
    return {
      answer,
      lines: answer.text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    };
  };

  test('is the whole trail within reach, one entry a line, oldest first, over many pages', async () => {
    const { tenant, workspaceId } = await newFixture(git);
    for (let i = 0; i < 230; i += 1) {
      await service.graphql(
        `mutation { updateWorkspace(input: { id: "${workspaceId}", name: "Name ${i}" }) { workspace { id } } }`,
        {},
        tenant.tokens.admin,
      );
    }
    const { answer, lines } = await fetchLines('/audit.ndjson', tenant.tokens.admin);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('audit.ndjson');
    const ids = lines.map((line) => line.id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines.filter((line) => line.action === 'workspace.updated')).toHaveLength(231);
    expect(new Set(lines.map((line) => line.workspaceId))).toEqual(new Set([workspaceId]));
    const named = await fetchLines('/audit.ndjson?action=app.created', tenant.tokens.admin);
    expect(named.lines).toHaveLength(1);
    const none = await fetchLines('/audit.ndjson?until=2000-01-01T00:00:00Z', tenant.tokens.admin);
    expect(none.answer.text).toBe('');
  });

  test.each([
    ['/audit.ndjson', {}, 401, 'UNAUTHENTICATED'],
    ['/audit.ndjson?who=me', { admin: true }, 400, 'VALIDATION_FAILED'],
    ['/audit.ndjson?since=yesterday', { admin: true }, 400, 'VALIDATION_FAILED'],
  ])('%s %j is refused', async (path, { admin }: { admin?: boolean }, status, code) => {
    const headers: Record<string, string> = admin ? { Authorization: `Bearer ${service.adminToken}` } : {};
    const answer = await service.request(path, { headers });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test('is for admin tokens and for GET alone', async () => {
    const tenant = await service.newTenant();
    const external = await service.request('/audit.ndjson', {
      headers: { Authorization: `Bearer ${tenant.tokens.external}` },
    });
    expect(external.status).toBe(401);
    expect((await service.request('/audit.ndjson', { method: 'POST' })).headers.get('allow')).toBe('GET');
  });
});

test('the retention deletes what is older, and nothing else', async () => {
  const { tenant, workspaceId } = await newFixture(git);
  const before = await entriesOf({ workspaceId: { eq: workspaceId } });
  const database = () => service.app.newContext({ principal: null as never, requestId: 'x' }).database;
  expect(await applyRetention(database(), { days: 1, now: new Date() })).toBe(0);
  expect(await entriesOf({ workspaceId: { eq: workspaceId } })).toEqual(before);
  const deleted = await applyRetention(database(), { days: 1, now: new Date(Date.now() + 2 * 86_400_000) });
  expect(deleted).toBeGreaterThan(before.length);
  expect(await entriesOf({ workspaceId: { eq: workspaceId } }, tenant.tokens.admin)).toEqual([]);
});

describe('events', () => {
  function watch(token: string, variables: Record<string, unknown> = {}) {
    const standing = Promise.withResolvers<void>();
    const client = createClient({
      url: `${service.baseUrl}/graphql`,
      headers: { Authorization: `Bearer ${token}` },
      retryAttempts: 0,
      on: { connected: () => standing.resolve() },
    });
    const results = client.iterate<{ auditEntryAdded: { action: string; workspaceId: string } }>({
      query: `subscription ($where: AuditEntryWhere) { auditEntryAdded(where: $where) { action workspaceId } }`,
      variables,
    });
    return { results, standing: standing.promise, stop: () => client.dispose() };
  }

  const rename = (id: string, name: string, token: string) =>
    service.graphql(
      `mutation { updateWorkspace(input: { id: "${id}", name: "${name}" }) { workspace { id } } }`,
      {},
      token,
    );

  test('come to an outside client as they happen, within its tenant and its condition', async () => {
    const mine = await service.newTenant();
    const other = await service.newTenant();
    const { results, standing, stop } = watch(mine.tokens.admin, {
      where: { action: { startsWith: 'workspace.' } },
    });
    const first = results.next();
    await standing;
    await rename(other.id, 'Theirs', other.tokens.admin);
    await service.graphql(
      `mutation { createUser(input: { workspaceId: "${mine.id}", userName: "x" }) { user { id } } }`,
    );
    await rename(mine.id, 'Mine', mine.tokens.admin);
    expect((await first).value).toEqual({
      data: { auditEntryAdded: { action: 'workspace.updated', workspaceId: mine.id } },
    });
    stop();
  });

  test('a subscription is refused without text/event-stream, and a wrong one before the stream begins', async () => {
    const ask = (query: string, accept: string) =>
      service.request('/graphql', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service.adminToken}`,
          'Content-Type': 'application/json',
          Accept: accept,
        },
        body: JSON.stringify({ query }),
      });
    const plain = await ask('subscription { auditEntryAdded { id } }', 'application/json');
    expect([plain.status, plain.json.errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE']);
    const wrong = await ask('subscription { nope }', 'text/event-stream');
    expect([wrong.status, wrong.json.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    const query = await ask('{ __typename }', 'text/event-stream');
    expect(query.text).toBe(
      ':\n\nevent: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
    );
  });
});
