import { execute, type GraphQLObjectType, getNamedType, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../schema/build-schema.js';
import type { Principal, TokenKind } from '../../src/context.js';
import { type Fixture, newFixture } from '../support/fixture.js';
import { type Arguments, fullSelection, selected } from '../support/full-selection.js';
import { type GitService, startGitService } from '../support/git-service.js';
import { callOf, mutationExamples } from '../support/mutation-examples.js';
import type { Service } from '../support/service.js';

const schema = buildSchema();
const query = schema.getQueryType() as GraphQLObjectType;
const mutation = schema.getMutationType() as GraphQLObjectType;
/** Deep enough that each field of each type is asked for somewhere; a test makes sure of it. */
const DEPTH = 5;

let git: GitService;
let service: Service;
let owner: Fixture;
let stranger: Fixture;
beforeAll(async () => {
  git = await startGitService();
  service = git.service;
  owner = await newFixture(git);
  stranger = await newFixture(git);
});
afterAll(() => git.close());

/** The arguments by which the owner's things are asked for, by whomever. */
const argumentsFor = (fixture: Fixture): Arguments => ({
  'Query.app': `id: "${fixture.appId}"`,
  'Query.appVersion': `id: "${fixture.appVersionId}"`,
  'Query.dataSource': `id: "${fixture.dataSourceId}"`,
  'Query.group': `id: "${fixture.groupId}"`,
  'Query.provisionedResource': `workspaceId: "${fixture.workspaceId}", type: "User", id: "${fixture.userId}"`,
  'Query.provisionedResources': `workspaceId: "${fixture.workspaceId}"`,
  'Query.provisioningSettings': `workspaceId: "${fixture.workspaceId}"`,
  'Query.token': `id: "${fixture.tokenId}"`,
  'Query.user': `id: "${fixture.userId}"`,
  'Query.workspace': `id: "${fixture.workspaceId}"`,
  'Workspace.group': `id: "${fixture.groupId}"`,
});

const boundTo = (workspaceId: string): Principal => ({
  kind: 'admin',
  tokenId: null,
  tokenName: 'bound',
  workspaceId,
  userId: null,
});

/** Runs a document beyond the endpoint's limits, which would refuse one that asks for everything. */
async function run(document: string, principal: Principal): Promise<string> {
  const result = await execute({
    schema,
    document: parse(document),
    contextValue: service.app.newContext({ principal, requestId: 'tenancy' }),
  });
  // What is out of reach is null, and no error.
  expect(result.errors).toBeUndefined();
  return JSON.stringify(result.data ?? null);
}

const idsOf = (fixture: Fixture) =>
  Object.entries(fixture).flatMap(([name, value]) => (name.endsWith('Id') ? [value as string] : []));

describe.each(Object.keys(query.getFields()))('the query %s', (name) => {
  const ask = (principal: Principal) => {
    const field = query.getFields()[name];
    if (!field) {
      throw new Error(`There is no query ${name}.`);
    }
    return run(`{ ${selected(query, field, DEPTH, argumentsFor(owner), new Set())} }`, principal);
  };

  test('gives a stranger nothing of another tenant, in any field below it', async () => {
    const text = await ask(boundTo(stranger.workspaceId));
    expect(text).not.toContain(owner.marker);
    expect(idsOf(owner).filter((id) => text.includes(id))).toEqual([]);
  });

  test('gives the tenant its own', async () => {
    const text = await ask(boundTo(owner.workspaceId));
    expect(text).not.toContain(stranger.marker);
    expect(text.includes(owner.marker) || ['viewer', 'license', 'provisioningSettings'].includes(name)).toBe(
      true,
    );
  });
});

/** The object types that a query can reach; others are parts of payloads and events alone. */
function reachable(type: GraphQLObjectType, found = new Set<GraphQLObjectType>()): Set<GraphQLObjectType> {
  if (!found.has(type)) {
    found.add(type);
    for (const field of Object.values(type.getFields())) {
      const next = getNamedType(field.type);
      if (isObjectType(next)) {
        reachable(next, found);
      }
    }
  }
  return found;
}

test('between them, the queries above ask for every field of every type', () => {
  const seen = new Set<string>();
  fullSelection(query, DEPTH + 1, argumentsFor(owner), seen);
  const ofAnswers = [...reachable(query)].flatMap((type) =>
    Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
  );
  expect(ofAnswers.filter((field) => !seen.has(field))).toEqual([]);
});

describe.each(Object.keys(mutation.getFields()))('the mutation %s', (name) => {
  test('refuses a stranger as if there were nothing, and changes nothing', async () => {
    const example = mutationExamples[name];
    if (!example) {
      throw new Error(`test/support/mutation-examples.ts needs an example of ${name}.`);
    }
    const everything = () =>
      run(
        `{ workspace(id: "${owner.workspaceId}") { ${fullSelection(
          schema.getType('Workspace') as GraphQLObjectType,
          2,
          argumentsFor(owner),
          new Set(),
        )} } }`,
        boundTo(owner.workspaceId),
      );
    const before = await everything();
    const call = service.graphql(
      callOf(mutation.getFields()[name], example),
      { input: await example.input(owner) },
      stranger.tenant.tokens.admin,
    );
    await expect(call).rejects.toThrow(example.toStrangers);
    expect(await everything()).toBe(before);
  });
});

describe('what mixes the caller’s own with a stranger’s', () => {
  const asStranger = (text: string) => service.graphql(text, {}, stranger.tenant.tokens.admin);

  test('a member of another workspace is unknown', async () => {
    await expect(
      asStranger(
        `mutation { addGroupMembers(input: { groupId: "${stranger.groupId}", userIds: ["${owner.userId}"] }) { changed } }`,
      ),
    ).rejects.toThrow('USER_NOT_FOUND');
  });

  test.each(['appId', 'dataSourceId'] as const)('a rule cannot name another workspace’s %s', async (id) => {
    const rule =
      id === 'appId'
        ? `{ type: APP, resources: ["${owner[id]}"] }`
        : `{ type: DATA_SOURCE, canUse: true, resources: ["${owner[id]}"] }`;
    await expect(
      asStranger(
        `mutation { updateGroup(input: { id: "${stranger.groupId}", rules: [${rule}] }) { group { id } } }`,
      ),
    ).rejects.toThrow('RESOURCE_NOT_FOUND');
  });

  test('a token cannot be bound to another workspace’s user', async () => {
    await expect(
      asStranger(
        `mutation { issueToken(input: { kind: SCIM, name: "x", workspaceId: "${stranger.workspaceId}", userId: "${owner.userId}" }) { secret } }`,
      ),
    ).rejects.toThrow('USER_NOT_FOUND');
  });

  test('a condition on another workspace’s ids finds nothing', async () => {
    const data = await asStranger(
      `{ tokens(where: { workspaceId: { eq: "${owner.workspaceId}" } }) { totalCount }
         auditEntries(where: { or: [{ subjectId: { eq: "${owner.userId}" } }, { workspaceId: { eq: null } }] }) { totalCount } }`,
    );
    expect(data).toEqual({ tokens: { totalCount: 0 }, auditEntries: { totalCount: 0 } });
  });
});

describe('every root field', () => {
  const roots = [query, mutation, schema.getSubscriptionType()].filter((type) => type != null);

  test.each(roots.flatMap((type) => Object.keys(type.getFields()).map((name) => [type.name, name] as const)))(
    '%s.%s asks for the kind of the token',
    async (typeName, name) => {
      const type = schema.getType(typeName) as GraphQLObjectType;
      const field = type.getFields()[name];
      const resolve = typeName === 'Subscription' ? field?.subscribe : field?.resolve;
      const context = service.app.newContext({
        // No field names this kind: whatever does not refuse it does not ask.
        principal: { ...boundTo(owner.workspaceId), kind: 'nobody' as TokenKind },
        requestId: 'tenancy',
      });
      const outcome = await Promise.resolve()
        .then(() => resolve?.({}, {}, context, {} as never))
        .then(
          () => 'no refusal',
          (error) => error.code,
        );
      expect(outcome).toBe('FORBIDDEN');
    },
  );
});
