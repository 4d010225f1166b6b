import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService, type Tenant } from '../support/service.js';

interface Person {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string | null;
  readonly role: 'ADMIN' | 'BUILDER' | 'END_USER';
  readonly status: 'ACTIVE' | 'ARCHIVED';
  readonly createdAt: string;
  readonly updatedAt: string;
}

const FIELDS = 'id userName displayName role status createdAt updatedAt';
const NAMES = ['ada', 'Bob', 'bobby', 'Çelik', 'dave', 'Éva', 'zoë', 'émile', '王', '_x', '10', '9'];

let service: Service;
let tenant: Tenant;
let people: readonly Person[];
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant({ admin: false });
  const base = Date.UTC(2026, 0, 1);
  for (let i = 0; i < 36; i += 1) {
    // Moments repeat, so that ties must be broken.
    service.now = new Date(base + Math.floor(i / 5) * 1000);
    const { createUser } = await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
      {
        input: {
          workspaceId: tenant.id,
          userName: `${NAMES[i % NAMES.length]}${i}`,
          displayName: i % 3 === 0 ? null : `${NAMES[(i * 5) % NAMES.length]}`,
          role: ['ADMIN', 'BUILDER', 'END_USER'][i % 3],
        },
      },
    );
    if (i % 4 === 0) {
      service.now = new Date(base + 100_000 + (i % 3) * 1000);
      await service.graphql(
        `mutation { updateUser(input: { id: "${createUser.user.id}", status: ARCHIVED }) { user { id } } }`,
      );
    }
  }
  people = await walk({ first: 100 });
});
afterAll(() => service.close());

type Page = { readonly first?: number; readonly last?: number };

/** Walks a list to its end as any Relay client would, forward or backward, and gives its nodes in order. */
async function walk(page: Page, list: object = {}): Promise<Person[]> {
  const nodes: Person[] = [];
  let cursor: string | null = null;
  for (;;) {
    const at: object = page.last === undefined ? { after: cursor } : { before: cursor };
    const { workspace } = await service.graphql(
      `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $where: UserWhere, $orderBy: UserOrder) {
        workspace(id: $id) { users(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
          edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      { id: tenant.id, ...page, ...at, ...list },
    );
    const { edges, pageInfo } = workspace.users;
    const found = edges.map((edge: { node: Person }) => edge.node);
    if (page.last === undefined) {
      nodes.push(...found);
    } else {
      nodes.unshift(...found);
    }
    expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? null);
    expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? null);
    cursor = page.last === undefined ? pageInfo.endCursor : pageInfo.startCursor;
    if (!(page.last === undefined ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) {
      return nodes;
    }
  }
}

const byBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** The sort keys as the contract describes them, computed without the database. */
const keys: Readonly<Record<string, (person: Person) => string>> = {
  CREATED_AT: () => '',
  UPDATED_AT: (person) => person.updatedAt,
  USER_NAME: (person) => person.userName.toLowerCase().normalize('NFC'),
};

describe.each(Object.keys(keys))('in the order of %s', (field) => {
  test.each(['ASC', 'DESC'])(
    '%s, any page size walks the whole list once, forward and backward',
    async (direction) => {
      const key = keys[field] as (person: Person) => string;
      const expected = [...people].sort(
        (left, right) => byBytes(key(left), key(right)) || byBytes(left.id, right.id),
      );
      if (direction === 'DESC') {
        expected.reverse();
      }
      const orderBy = { field, direction };
      const ids = expected.map((person) => person.id);
      for (const size of [1, 5, 7, 36, 100]) {
        expect((await walk({ first: size }, { orderBy })).map((person) => person.id)).toEqual(ids);
        expect((await walk({ last: size }, { orderBy })).map((person) => person.id)).toEqual(ids);
      }
    },
  );
});

describe('where', () => {
  const words = fc.constantFrom(...NAMES, 'b', 'E', 'x', '', '%', '_', "'", '\\', '\0', 'BOB');
  const text = fc.oneof(
    fc.record({ eq: fc.oneof(words, fc.constant(null)) }),
    fc.record({ ne: fc.oneof(words, fc.constant(null)) }),
    fc.record({ in: fc.array(words, { maxLength: 3 }) }),
    fc.record({ contains: words }),
    fc.record({ startsWith: words }),
    fc.record({ contains: words, ne: words }),
  );
  const word = (...all: string[]) =>
    fc.oneof(
      fc.record({ eq: fc.constantFrom(...all) }),
      fc.record({ ne: fc.constantFrom(...all) }),
      fc.record({ in: fc.subarray(all) }),
    );
  const moments = fc.constantFrom(
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:03.000Z',
    '2026-01-01T00:01:41.000Z',
  );
  const moment = fc.oneof(
    ...['gt', 'gte', 'lt', 'lte', 'eq', 'ne'].map((name) => moments.map((value) => ({ [name]: value }))),
  );
  const { where } = fc.letrec<{ where: object }>((tie) => ({
    where: fc.oneof(
      { depthSize: 'small' },
      fc.record(
        {
          userName: text,
          displayName: text,
          role: word('ADMIN', 'BUILDER', 'END_USER'),
          status: word('ACTIVE', 'ARCHIVED'),
          createdAt: moment,
          updatedAt: moment,
        },
        { requiredKeys: [] },
      ),
      fc.record({ and: fc.array(tie('where'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('where'), { maxLength: 3 }) }),
      fc.record({ not: tie('where') }),
    ),
  }));

  const fold = (value: string) => value.trim().toLowerCase().normalize('NFC');

  /** An independent reading of what a condition means: three-valued only in that no value satisfies no comparison. */
  function holds(condition: object, person: Person): boolean {
    return Object.entries(condition).every(([name, value]) => {
      if (value === undefined) {
        return true;
      }
      if (name === 'and') {
        return (value as object[]).every((part) => holds(part, person));
      }
      if (name === 'or') {
        return (value as object[]).some((part) => holds(part, person));
      }
      if (name === 'not') {
        return !holds(value, person);
      }
      const actual = person[name as keyof Person];
      return Object.entries(value as object).every(([operator, wanted]) =>
        compare(name, operator, actual, wanted),
      );
    });
  }

  function compare(name: string, operator: string, actual: string | null, wanted: unknown): boolean {
    const form = (value: string) => (name === 'userName' ? fold(value) : value);
    if (wanted === null) {
      return operator === 'eq' ? actual === null : actual !== null;
    }
    const own = actual === null ? null : form(actual);
    const equals = (value: string) => own !== null && own === form(value);
    switch (operator) {
      case 'eq':
        return equals(wanted as string);
      case 'ne':
        return !equals(wanted as string);
      case 'in':
        return (wanted as string[]).some(equals);
      case 'contains':
        return own?.includes(form(wanted as string)) ?? false;
      case 'startsWith':
        return own?.startsWith(form(wanted as string)) ?? false;
      case 'gt':
        return own !== null && own > (wanted as string);
      case 'gte':
        return own !== null && own >= (wanted as string);
      case 'lt':
        return own !== null && own < (wanted as string);
      default:
        return own !== null && own <= (wanted as string);
    }
  }

  test('gives what an independent reading of the condition gives', async () => {
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        const expected = people.filter((person) => holds(condition, person)).map((person) => person.userName);
        const found = (await walk({ first: 100 }, { where: condition })).map((person) => person.userName);
        expect(found).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('counts what it finds, and a page of it is a page of the same list', async () => {
    const { workspace } = await service.graphql(
      `query ($id: ID!) { workspace(id: $id) { users(first: 2, where: { role: { eq: ADMIN } }) { totalCount nodes { role } } } }`,
      { id: tenant.id },
    );
    expect(workspace.users).toEqual({ totalCount: 12, nodes: [{ role: 'ADMIN' }, { role: 'ADMIN' }] });
  });
});

describe('paging arguments', () => {
  const ask = (list: string) =>
    service.graphql(
      `query ($id: ID!) { workspace(id: $id) { users(${list}) { nodes { id } pageInfo { hasNextPage endCursor } } } }`,
      {
        id: tenant.id,
      },
    );

  test.each([
    ['first: 101', 'must be from 0 to 100'],
    ['last: -1', 'must be from 0 to 100'],
    ['first: 1, last: 1', 'cannot be given together with last'],
    ['after: "nonsense"', 'is not a cursor that this list gave out in this order'],
    [`after: "${Buffer.from('["x"]').toString('base64url')}"`, 'is not a cursor'],
    [
      `orderBy: { field: UPDATED_AT }, after: "${Buffer.from('["00000000-0000-7000-8000-000000000000","updatedAt","2026-02-31T00:00:00.000Z"]').toString('base64url')}"`,
      'is not a cursor',
    ],
    [
      `orderBy: { field: USER_NAME }, after: "${Buffer.from('["00000000-0000-7000-8000-000000000000","userName","a\\u0000"]').toString('base64url')}"`,
      'is not a cursor',
    ],
  ])('%s is refused', async (list, message) => {
    await expect(ask(list)).rejects.toThrow(message);
  });

  test('a cursor of one order is none of another', async () => {
    const { workspace } = await ask('first: 1, orderBy: { field: USER_NAME }');
    await expect(ask(`after: "${workspace.users.pageInfo.endCursor}"`)).rejects.toThrow('is not a cursor');
  });

  test('a page of none says that there is more', async () => {
    expect((await ask('first: 0')).workspace.users).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: true, endCursor: null },
    });
  });
});
