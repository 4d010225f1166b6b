import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  ENTERPRISE,
  empty,
  error,
  expectResource,
  GROUP,
  type Json,
  list,
  one,
  PLATFORM,
  type ScimClient,
  SEARCH,
  USER,
} from './client.js';
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

describe('G. POST .search, root, /Me', () => {
  test('179. POST /Users/.search answers as the GET does', async () => {
    for (const userName of ['c', 'a', 'b']) await scim.user({ userName, title: 'T' });
    const body = {
      schemas: [SEARCH],
      filter: 'title eq "T"',
      sortBy: 'userName',
      sortOrder: 'descending',
      startIndex: 2,
      count: 2,
      attributes: ['userName', 'title'],
    };
    const answer = await scim.post('/Users/.search', body);
    expect(answer).toEqual(
      list(
        ['b', 'a'].map((userName) => ({ schemas: [USER], id: expect.any(String), userName, title: 'T' })),
        { totalResults: 3, startIndex: 2 },
      ),
    );
    const query = 'sortBy=userName&sortOrder=descending&startIndex=2&count=2&attributes=userName,title';
    expect(await scim.get(`/Users?filter=title+eq+%22T%22&${query}`)).toEqual(answer);
    expect(
      await scim.post('/Users/.search', { schemas: [SEARCH], excludedAttributes: ['meta', 'active'] }),
    ).toMatchObject({
      body: { Resources: [{ userName: 'c' }, { userName: 'a' }, { userName: 'b' }] },
    });
  });

  test('180. a search without its URN: 400', async () => {
    for (const schemas of [undefined, [], [USER], SEARCH]) {
      for (const path of ['/Users/.search', '/.search']) {
        expect(await scim.post(path, { schemas })).toEqual(error(400, 'invalidSyntax', SEARCH));
      }
    }
  });

  test('181. a bad filter in a search: 400 invalidFilter', async () => {
    for (const path of ['/Users/.search', '/.search']) {
      expect(await scim.post(path, { schemas: [SEARCH], filter: 'userName eq' })).toEqual(
        error(400, 'invalidFilter'),
      );
    }
    expect(await scim.post('/Users/.search', { schemas: [SEARCH], count: 'x' })).toEqual(
      error(400, 'invalidValue'),
    );
  });

  test('182. GET / and POST /.search are about every type', async () => {
    const [ada, bob] = [await scim.user('ada'), await scim.user('bob')];
    const [one, two] = [await scim.group('One'), await scim.group('Two')];
    const all = await scim.get('/');
    expect(all).toEqual(list(expect.any(Array) as never, { totalResults: 4, itemsPerPage: 4 }));
    expect(new Set(all.body.Resources)).toEqual(new Set([ada, bob, one, two]));
    expect(await scim.post('/.search', { schemas: [SEARCH] })).toEqual(all);
    expect(await scim.get('')).toEqual(all);

    const pages = [];
    for (const startIndex of [1, 2, 3, 4]) {
      const page = await scim.get(`/?count=1&startIndex=${startIndex}`);
      expect(page).toEqual(list([expect.any(Object)], { totalResults: 4, startIndex }));
      pages.push(...page.body.Resources);
    }
    expect(pages).toEqual(all.body.Resources);

    const groups = { schemas: [SEARCH], filter: 'meta.resourceType eq "Group"', sortBy: 'displayName' };
    expect(await scim.post('/.search', groups)).toEqual(list([one, two]));
    expect(
      await scim.get('/?filter=meta.resourceType+eq+%22Group%22&sortBy=displayName&sortOrder=descending'),
    ).toEqual(list([two, one]));
    expect(await scim.get('/?attributes=displayName&filter=displayName+pr&sortBy=displayName')).toMatchObject(
      {
        body: {
          Resources: [
            { id: one.id, displayName: 'One' },
            { id: two.id, displayName: 'Two' },
          ],
        },
      },
    );
  });

  test('182b. a search of every type understands what one of a type does', async () => {
    const boss = await scim.user('boss');
    const ada = await scim.user({
      userName: 'ada',
      emails: [{ value: 'ada@x', primary: true }],
      [ENTERPRISE]: { department: 'R&D', manager: { value: boss.id } },
    });
    const group = await scim.group('G', [ada.id]);
    const idsOf = async (filter: string, more: object = {}) => {
      const answer = await scim.post('/.search', { schemas: [SEARCH], filter, ...more });
      expect(answer).toEqual(list(expect.any(Array) as never, { totalResults: expect.any(Number) }));
      return answer.body.Resources.map(({ id }: Json) => id);
    };
    expect(await idsOf('department eq "r&d"')).toEqual([ada.id]);
    expect(await idsOf('department ne "r&d"')).toEqual([boss.id, group.id]);
    expect(await idsOf(`manager eq "${boss.id}" or members eq "${ada.id}"`)).toEqual([ada.id, group.id]);
    expect(await idsOf(`manager[value eq "${boss.id}"]`)).toEqual([ada.id]);
    expect(await idsOf('emails[primary eq "True"]')).toEqual([ada.id]);
    expect(await idsOf('active eq "TRUE"')).toEqual([boss.id, ada.id]);
    expect(await idsOf('urn:scim:schemas:core:1.0:userName eq "ada"')).toEqual([ada.id]);
    expect(await idsOf('department pr', { sortBy: 'department' })).toEqual([ada.id]);
    expect(await idsOf('meta.resourceType pr', { sortBy: 'department', sortOrder: 'descending' })).toEqual([
      boss.id,
      group.id,
      ada.id,
    ]);
    const shown = await scim.get('/?attributes=department,members.$ref,groups.value');
    expect(shown.body.Resources).toEqual([
      { schemas: [USER], id: boss.id },
      {
        schemas: [USER, ENTERPRISE],
        id: ada.id,
        [ENTERPRISE]: { department: 'R&D' },
        groups: [{ value: group.id }],
      },
      { schemas: [GROUP], id: group.id, members: [{ $ref: ada.meta.location }] },
    ]);
    const hidden = await scim.get('/?filter=userName+eq+%22ada%22&excludedAttributes=department,groups');
    expect(hidden.body.Resources[0]).toMatchObject({ [ENTERPRISE]: { manager: { value: boss.id } } });
    expect(hidden.body.Resources[0][ENTERPRISE]).not.toHaveProperty('department');
    expect(hidden.body.Resources[0]).not.toHaveProperty('groups');

    const strict = await server.workspace('strict');
    expect(await strict.get('/?filter=active+eq+%22true%22')).toEqual(error(400, 'invalidFilter', 'active'));
    expect(await scim.get('/?filter=role+eq+%22admin%22')).toEqual(error(400, 'invalidFilter', 'role'));
  });

  /** A user of this role, and a client with a token bound to that user. */
  async function bound(role: string): Promise<{ user: Answer['body']; me: ScimClient }> {
    const user = await scim.user({ userName: role, [PLATFORM]: { role } });
    return { user, me: scim.withToken(await server.userToken(scim, user.id)) };
  }

  test('183. count and startIndex in a search body; a cursor is not offered and does nothing', async () => {
    const users = [await scim.user('a'), await scim.user('b'), await scim.user('c')];
    const body = { schemas: [SEARCH], startIndex: 2, count: 1 };
    const page = list([users[1]], { totalResults: 3, startIndex: 2 });
    expect(await scim.post('/Users/.search', body)).toEqual(page);
    expect(await scim.post('/Users/.search', { ...body, cursor: 'x' })).toEqual(page);
    expect((await scim.get('/ServiceProviderConfig')).body.pagination).toMatchObject({ cursor: false });
  });

  test('184. GET /Me is the user of the token, with its real Location', async () => {
    const { user, me } = await bound('end-user');
    expect(await me.get('/Me')).toEqual(one(user));
    expect(await me.get('/Me?attributes=userName')).toEqual({
      ...(one(user) as object),
      body: { schemas: [USER], id: user.id, userName: 'end-user' },
    });
  });

  test('185. /Me with a token of no user: 404', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect(await scim.send(method, '/Me')).toEqual(error(404, undefined, 'bound to no user'));
    }
    expect(await scim.put('/Me', { schemas: [USER], userName: 'x' })).toEqual(
      error(404, undefined, 'bound to no user'),
    );
    expect(await scim.patch('/Me', [])).toEqual(error(404, undefined, 'bound to no user'));
  });

  test('186. PATCH, PUT and DELETE of /Me act on that user, within its rights', async () => {
    const { user: admin, me } = await bound('admin');
    const patched = await me.patch('/Me', [{ op: 'add', path: 'title', value: 'T' }]);
    expectResource(scim, patched, 200, 'User', { userName: 'admin', active: true, title: 'T' });
    expect(patched.body.id).toBe(admin.id);
    const replaced = await me.put('/Me', { schemas: [USER], userName: 'root' });
    expectResource(scim, replaced, 200, 'User', { userName: 'root', active: true });
    expect(replaced.headers.location).toBe(admin.meta.location);

    const { user, me: reader } = await bound('end-user');
    expect(await reader.patch('/Me', [{ op: 'add', path: 'title', value: 'T' }])).toEqual(error(403));
    expect(await reader.put('/Me', { schemas: [USER], userName: 'x' })).toEqual(error(403));
    expect(await reader.delete('/Me')).toEqual(error(403));
    expect(await scim.get(`/Users/${user.id}`)).toEqual(one(user));

    expect(await me.delete('/Me')).toEqual(empty(204));
    expect(await scim.get(`/Users/${admin.id}`)).toEqual(error(404, undefined, admin.id));
  });
});
