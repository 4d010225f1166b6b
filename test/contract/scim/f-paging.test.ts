import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENTERPRISE, error, type Json, list, type ScimClient, USER } from './client.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await openScim();
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
});

/** Creates users in this order. */
async function users(...all: readonly (Json | string)[]): Promise<Json[]> {
  const made: Json[] = [];
  for (const each of all) made.push(await scim.user(each));
  return made;
}

const names = async (query: string): Promise<unknown[]> => {
  const answer = await scim.get(`/Users?${query}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.Resources.map(({ userName }: Json) => userName);
};

/** Walks all pages of three and gives every userName met, in order. */
async function walk(query: string): Promise<unknown[]> {
  const met: unknown[] = [];
  for (let startIndex = 1; ; startIndex += 3) {
    const page = await names(`${query}&count=3&startIndex=${startIndex}`);
    met.push(...page);
    if (page.length < 3) return met;
  }
}

describe('F. Sort and paging', () => {
  test('150. sortBy alone is ascending', async () => {
    await users('c', 'a', 'b');
    expect(await names('sortBy=userName')).toEqual(['a', 'b', 'c']);
  });

  test('151. sortOrder, in any letter case', async () => {
    await users('c', 'a', 'b');
    expect(await names('sortBy=userName&sortOrder=descending')).toEqual(['c', 'b', 'a']);
    expect(await names('sortBy=userName&sortOrder=DESCENDING')).toEqual(['c', 'b', 'a']);
    expect(await names('sortBy=userName&sortOrder=Ascending')).toEqual(['a', 'b', 'c']);
    expect(await scim.get('/Users?sortBy=userName&sortOrder=up')).toEqual(
      error(400, 'invalidValue', 'sortOrder'),
    );
  });

  test('152. letter case counts where the schema says so', async () => {
    await users(
      { userName: 'b', externalId: 'b', title: 'b' },
      { userName: 'A', externalId: 'A', title: 'A' },
      { userName: 'C', externalId: 'C', title: 'C' },
    );
    expect(await names('sortBy=userName')).toEqual(['A', 'b', 'C']);
    expect(await names('sortBy=title')).toEqual(['A', 'b', 'C']);
    expect(await names('sortBy=externalId')).toEqual(['A', 'C', 'b']);
  });

  test('153. missing values come last, or first when descending', async () => {
    await users('none', { userName: 'z', title: 'Z' }, { userName: 'a', title: 'A' });
    expect(await names('sortBy=title')).toEqual(['a', 'z', 'none']);
    expect(await names('sortBy=title&sortOrder=descending')).toEqual(['none', 'z', 'a']);
  });

  test('154. multi-valued attributes sort by their primary value, else the first; sub-attributes and URNs work', async () => {
    await users(
      {
        userName: 'u1',
        emails: [{ value: 'a@x' }, { value: 'y@x', primary: true }],
        name: { familyName: 'B' },
      },
      { userName: 'u2', emails: [{ value: 'b@x' }, { value: 'a@x' }], name: { familyName: 'A' } },
      {
        userName: 'u3',
        emails: [{ value: 'c@x' }],
        name: { familyName: 'C' },
        [ENTERPRISE]: { department: 'A' },
      },
    );
    expect(await names('sortBy=emails')).toEqual(['u2', 'u3', 'u1']);
    expect(await names('sortBy=emails.value')).toEqual(['u2', 'u3', 'u1']);
    expect(await names('sortBy=name.familyName')).toEqual(['u2', 'u1', 'u3']);
    expect(await names(`sortBy=${USER}:name.familyName&sortOrder=descending`)).toEqual(['u3', 'u1', 'u2']);
    expect(await names(`sortBy=${ENTERPRISE}:department`)).toEqual(['u3', 'u1', 'u2']);
    expect(await names('sortBy=department')).toEqual(['u3', 'u1', 'u2']);
    expect(await names('sortBy=meta.created&sortOrder=descending')).toEqual(['u3', 'u2', 'u1']);
  });

  test('155. sortBy on an unknown attribute, or on a complex one: 400', async () => {
    for (const sortBy of ['shoeSize', 'name', 'name.nope', 'a..b', 'urn:nope:x', 'meta']) {
      expect(await scim.get(`/Users?sortBy=${sortBy}`), sortBy).toEqual(error(400, 'invalidValue', sortBy));
    }
    expect(await scim.get('/Users?sortBy=groups.display')).toEqual(
      error(400, 'invalidValue', 'sort by "groups.value"'),
    );
    expect(await scim.get('/Groups?sortBy=members.type')).toEqual(
      error(400, 'invalidValue', 'sort by "members.value"'),
    );
  });

  test('156. startIndex counts from 1', async () => {
    const [a, b] = await users('a', 'b');
    for (const startIndex of ['1', '0', '-5']) {
      expect(await scim.get(`/Users?startIndex=${startIndex}`)).toEqual(list([a, b]));
    }
    expect(await scim.get('/Users?startIndex=2')).toEqual(list([b], { totalResults: 2, startIndex: 2 }));
  });

  test('157. startIndex and count must be integers', async () => {
    for (const query of ['startIndex=x', 'count=x', 'count=1.5', 'startIndex=1e3']) {
      expect(await scim.get(`/Users?${query}`)).toEqual(
        error(400, 'invalidValue', /^"(?:count|startIndex)" must be/),
      );
    }
  });

  test('158. count is the most that come', async () => {
    const [a, b] = await users('a', 'b', 'c');
    expect(await scim.get('/Users?count=2')).toEqual(list([a, b], { totalResults: 3 }));
    expect(await scim.get('/Users?count=2&startIndex=3')).toMatchObject({
      body: { itemsPerPage: 1, totalResults: 3 },
    });
  });

  test('159. count=0 tells the number alone', async () => {
    await users('a', 'b');
    expect(await scim.get('/Users?count=0')).toEqual(list([], { totalResults: 2 }));
  });

  test('160. a negative count is 0', async () => {
    await users('a', 'b');
    expect(await scim.get('/Users?count=-1')).toEqual(list([], { totalResults: 2 }));
  });

  test('161. a count above the limit is cut to it', async () => {
    await server.manyUsers(scim, 502);
    const answer = await scim.get('/Users?count=100000&attributes=userName');
    expect(answer.body).toMatchObject({ totalResults: 502, itemsPerPage: 500, startIndex: 1 });
    expect(answer.body.Resources).toHaveLength(500);
    expect((await scim.get('/Users?attributes=userName')).body).toMatchObject({ itemsPerPage: 100 });
  });

  test('162. itemsPerPage is what really came; all three are numbers', async () => {
    const [, b, c] = await users('a', 'b', 'c');
    expect(await scim.get('/Users?startIndex=2&count=50')).toEqual(
      list([b, c], { totalResults: 3, startIndex: 2 }),
    );
  });

  test('163. past the end: an empty page with the full number', async () => {
    await users('a', 'b');
    expect(await scim.get('/Users?startIndex=3')).toEqual(list([], { totalResults: 2, startIndex: 3 }));
    expect(await scim.get('/Users?startIndex=99999999999')).toMatchObject({
      status: 200,
      body: { totalResults: 2, itemsPerPage: 0, Resources: [] },
    });
  });

  test('164. a walk over the pages meets each resource once', async () => {
    const all = Array.from({ length: 10 }, (_, index) => `user${(index * 7) % 10}`);
    await users(...all);
    expect(await walk('')).toEqual(all);
    expect(await walk('sortBy=userName')).toEqual([...all].sort());
    expect(await walk('sortBy=userName&sortOrder=descending')).toEqual([...all].sort().reverse());
    expect((await walk('sortBy=title')).sort()).toEqual([...all].sort());
  });

  test('165. pages are stable over equal sort keys', async () => {
    await server.manyUsers(scim, 1000, { title: 'Same' });
    const met: unknown[] = [];
    for (let startIndex = 1; startIndex <= 1000; startIndex += 250) {
      met.push(...(await names(`sortBy=title&count=250&startIndex=${startIndex}&attributes=userName`)));
    }
    expect(new Set(met).size).toBe(1000);
  });

  test('166. a large result is paged, not refused', async () => {
    await server.manyUsers(scim, 501);
    expect(await scim.get('/Users?filter=userName+pr&attributes=userName')).toMatchObject({
      status: 200,
      body: { totalResults: 501, itemsPerPage: 100 },
    });
  });

  test('167. a projection holds for every element', async () => {
    const [a, b] = await users({ userName: 'a', title: 'T' }, { userName: 'b', nickName: 'N' });
    const schemas = [USER];
    expect(await scim.get('/Users?attributes=userName')).toEqual(
      list([
        { schemas, id: a?.id, userName: 'a' },
        { schemas, id: b?.id, userName: 'b' },
      ]),
    );
    expect(await scim.get('/Users?excludedAttributes=meta,title,active')).toEqual(
      list([
        { schemas, id: a?.id, userName: 'a' },
        { schemas, id: b?.id, userName: 'b', nickName: 'N' },
      ]),
    );
  });

  test('168. a list of groups without members reads no members', async () => {
    const [a] = await users('a');
    const { members, ...group } = await scim.group('G', [String(a?.id)]);
    expect(members).toHaveLength(1);
    const { result, statements } = await server.statements(() =>
      scim.get('/Groups?excludedAttributes=members'),
    );
    expect(result).toEqual(list([group]));
    expect(statements.filter((text) => /membership/i.test(text))).toEqual([]);
  });

  test('169. parameter names in any letter case', async () => {
    const [, b] = await users('a', 'b');
    expect(await scim.get('/Users?startindex=2&COUNT=1&SORTBY=userName&sortorder=ascending')).toEqual(
      list([b], { totalResults: 2, startIndex: 2 }),
    );
  });
});
