import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant({ admin: false });
  for (const userName of ['d', 'b', 'e', 'a', 'c']) {
    await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
      { input: { workspaceId: tenant.id, userName } },
    );
  }
});
afterAll(() => service.close());

interface Page {
  readonly totalCount: number;
  readonly nodes: readonly { readonly attributes: { readonly userName: string } }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const list = async (args: Record<string, unknown>): Promise<Page> =>
  (
    await service.graphql(
      `query ($workspaceId: ID!, $first: Int, $after: String, $offset: Int, $orderBy: AttributeOrderInput) {
        provisionedResources(
          workspaceId: $workspaceId, type: "User", first: $first, after: $after, offset: $offset, orderBy: $orderBy
        ) {
          totalCount nodes { attributes } edges { cursor node { id } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`,
      { workspaceId: tenant.id, ...args },
    )
  ).provisionedResources;
const names = (page: Page) => page.nodes.map((node) => node.attributes.userName);

describe('provisioned resources are a connection', () => {
  test.each([
    [{}, ['d', 'b', 'e', 'a', 'c']],
    [{ orderBy: { attribute: 'userName' } }, ['a', 'b', 'c', 'd', 'e']],
    [{ orderBy: { attribute: 'userName', direction: 'DESC' } }, ['e', 'd', 'c', 'b', 'a']],
  ])('that is walked from cursor to cursor, ordered by %j', async (order, expected) => {
    const walked: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ ...order, first: 2, after });
      expect(page.totalCount).toBe(5);
      expect(page.pageInfo).toEqual({
        hasNextPage: walked.length + page.nodes.length < 5,
        hasPreviousPage: walked.length > 0,
        startCursor: page.edges[0]?.cursor,
        endCursor: page.edges.at(-1)?.cursor,
      });
      walked.push(...names(page));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(walked).toEqual(expected);
  });

  test('that can be paged by index, too', async () => {
    expect(names(await list({ offset: 3, first: 5 }))).toEqual(['a', 'c']);
    expect(await list({ first: 0 })).toMatchObject({
      totalCount: 5,
      nodes: [],
      pageInfo: { hasNextPage: true },
    });
    expect(await list({ offset: 9 })).toMatchObject({
      totalCount: 5,
      nodes: [],
      pageInfo: { endCursor: null },
    });
  });

  test.each([
    [{ first: -1 }, 'first'],
    [{ first: 1_001 }, 'first'],
    [{ offset: -1 }, 'offset'],
    [{ after: 'cGxhY2U6MQ', offset: 1 }, 'offset'],
    [{ after: '' }, 'after'],
    [{ after: 'nonsense' }, 'after'],
    [{ after: Buffer.from('place:-1').toString('base64url') }, 'after'],
    [{ after: Buffer.from('place:1e3').toString('base64url') }, 'after'],
    [{ after: Buffer.from('place:99999999999999999999').toString('base64url') }, 'after'],
  ])('%j is refused', async (args, path) => {
    await expect(list(args)).rejects.toThrow(`"details":[{"path":"${path}"`);
  });
});

test('attributes are an object', async () => {
  const create = (attributes: unknown) =>
    service.graphql(
      'mutation ($input: CreateProvisionedResourceInput!) { createProvisionedResource(input: $input) { changed } }',
      { input: { workspaceId: tenant.id, type: 'User', attributes } },
    );
  for (const attributes of [['x'], 'x', 1, null]) {
    await expect(create(attributes)).rejects.toThrow('BAD_USER_INPUT');
  }
});

test('the resources of an unknown workspace, or of a stranger’s, are null', async () => {
  const query = 'query ($id: ID!) { provisionedResources(workspaceId: $id) { totalCount } }';
  const stranger = await service.newTenant({ admin: false });
  const unknown = '01a1fc22-c233-71fa-b89b-97582b39fd04';
  for (const token of [tenant.tokens.admin, service.adminToken]) {
    expect(await service.graphql(query, { id: unknown }, token)).toEqual({ provisionedResources: null });
    expect(await service.graphql(query, { id: 'nobody' }, token)).toEqual({ provisionedResources: null });
  }
  expect(await service.graphql(query, { id: stranger.id }, tenant.tokens.admin)).toEqual({
    provisionedResources: null,
  });
});
