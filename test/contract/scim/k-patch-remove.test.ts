import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ENTERPRISE,
  error,
  expectResource,
  type Json,
  one,
  PLATFORM,
  type ScimClient,
  UNKNOWN_ID,
  USER,
} from './client.js';
import { addTitle, base, PatchedUser } from './patched-user.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
let ada: PatchedUser;
beforeAll(async () => {
  server = await openScim();
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  ada = await PatchedUser.in(scim);
});

describe('K. PATCH: remove', () => {
  const emails = [
    { value: 'a@x', type: 'work', display: 'A' },
    { value: 'b@x', type: 'home' },
    { value: 'c@x', type: 'other' },
  ];
  const shown = { ...base, title: 'T', emails };
  beforeEach(async () => {
    await ada.gives([addTitle, { op: 'add', path: 'emails', value: emails }], shown);
  });

  test('237. without a path: 400 noTarget', () => ada.refuses([{ op: 'remove' }], 400, 'noTarget', '"path"'));

  test('238. a single value', () => ada.gives([{ op: 'remove', path: 'title' }], { ...base, emails }));

  test('238b. active stays as it is, and without a role a user is an end user', async () => {
    const archived = { ...shown, active: false };
    await ada.gives([{ op: 'replace', path: 'active', value: false }], archived);
    await ada.gives([{ op: 'remove', path: 'active' }], archived);
    await ada.gives([{ op: 'replace', path: 'active', value: null }], archived);
    await ada.gives([{ op: 'add', path: `${PLATFORM}:role`, value: 'admin' }], archived);
    expect((await server.hidden(scim, ada.id)).role).toBe('admin');
    await ada.gives([{ op: 'remove', path: `${PLATFORM}:role` }], archived);
    expect((await server.hidden(scim, ada.id)).role).toBe('end-user');
  });

  test('239. a list', () => ada.gives([{ op: 'remove', path: 'emails' }], { ...base, title: 'T' }));

  test('240. the elements that match; the others keep their order', async () => {
    await ada.gives([{ op: 'remove', path: 'emails[type eq "home"]' }], {
      ...shown,
      emails: [emails[0], emails[2]],
    });
    await ada.gives([{ op: 'remove', path: 'emails[value sw "a" or value sw "c"]' }], {
      ...base,
      title: 'T',
    });
  });

  test('241. a sub-attribute of the elements that match', () =>
    ada.gives([{ op: 'remove', path: 'emails[type eq "work"].display' }], {
      ...shown,
      emails: [{ value: 'a@x', type: 'work' }, emails[1], emails[2]],
    }));

  test('242. what is required: 400 mutability', async () => {
    await ada.refuses([{ op: 'remove', path: 'userName' }], 400, 'mutability', 'userName');
    const group = await scim.group('G');
    expect(await scim.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'displayName' }])).toEqual(
      error(400, 'mutability', 'displayName'),
    );
  });

  test('243. what is readOnly: 400 mutability', async () => {
    for (const path of ['id', 'meta.created', 'groups'])
      await ada.refuses([{ op: 'remove', path }], 400, 'mutability', path);
  });

  test('244. a filter that matches nothing: noTarget, save for members and in the lenient profiles', async () => {
    const remove = [{ op: 'remove', path: 'emails[type eq "fax"]' }];
    await ada.refuses(remove, 400, 'noTarget', 'emails');
    const members = (id: string) => [{ op: 'remove', path: `members[value eq "${id}"]` }];
    const group = await scim.group('G', [ada.id]);
    expect(await scim.patch(`/Groups/${group.id}`, members(UNKNOWN_ID))).toEqual(one(group));
    for (const profile of ['okta', 'entra'] as const) {
      const lenient = await server.workspace(profile);
      const user = await lenient.user('ada');
      expect(await lenient.patch(`/Users/${user.id}`, remove)).toEqual(one(user));
    }
    const strict = await server.workspace('strict');
    const user = await strict.user('ada');
    expect(await strict.patch(`/Users/${user.id}`, remove)).toEqual(error(400, 'noTarget'));
    const { id } = await strict.group('G');
    expect(await strict.patch(`/Groups/${id}`, members(UNKNOWN_ID))).toEqual(error(400, 'noTarget'));
  });

  /** A group with three members, and what it shows with some of them. */
  async function trio() {
    const users = [ada.body, await scim.user('bob'), await scim.user('cyd')];
    const group = await scim.group(
      'G',
      users.map(({ id }) => id),
    );
    const shows = (...indexes: number[]) => ({
      displayName: 'G',
      ...(indexes.length === 0
        ? {}
        : {
            members: indexes.map((index) => ({
              value: users[index].id,
              $ref: users[index].meta.location,
              display: users[index].userName,
              type: 'User',
            })),
          }),
    });
    const ids = users.map(({ id }) => id as string);
    const edit = (...operations: Json[]) => scim.patch(`/Groups/${group.id}`, operations);
    return { ids, shows, edit };
  }

  test('245. a list of members removes these alone', async () => {
    const { ids, shows, edit } = await trio();
    const value = [{ value: ids[0], $ref: null }, { value: UNKNOWN_ID }];
    expectResource(scim, await edit({ op: 'Remove', path: 'members', value }), 200, 'Group', shows(1, 2));
    expectResource(scim, await edit({ op: 'Remove', path: 'members', value: [] }), 200, 'Group', shows(1, 2));
    expectResource(
      scim,
      await edit({ op: 'Remove', path: 'members', value: { value: ids[1] } }),
      200,
      'Group',
      shows(2),
    );
    expectResource(scim, await edit({ op: 'Remove', path: 'members' }), 200, 'Group', shows());
  });

  test('246. a filter over several members', async () => {
    const { ids, shows, edit } = await trio();
    const path = `members[value eq "${ids[0]}" or value eq "${ids[2]}"]`;
    expectResource(scim, await edit({ op: 'remove', path }), 200, 'Group', shows(1));
  });

  test('247. what is unset', async () => {
    expect(
      await ada.patch([
        { op: 'remove', path: 'nickName' },
        { op: 'remove', path: 'name.familyName' },
      ]),
    ).toEqual(one(ada.body));
    expect(
      await ada.patch([
        { op: 'remove', path: 'phoneNumbers' },
        { op: 'remove', path: ENTERPRISE },
      ]),
    ).toEqual(one(ada.body));
  });

  test.each<[string, (id: string) => Json]>([
    ['by its path', () => ({ op: 'remove', path: `${ENTERPRISE}:manager` })],
    ['by a bare path', () => ({ op: 'Remove', path: 'manager' })],
    ['by a filter', (id) => ({ op: 'remove', path: `manager[value eq "${id}"]` })],
    ['by ""', () => ({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' })],
    ['by null', () => ({ op: 'replace', path: `${ENTERPRISE}:manager`, value: null })],
  ])('248. a manager is removed %s', async (_, operation) => {
    const boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
    await ada.gives(
      [{ op: 'add', path: 'manager', value: boss.id }],
      {
        ...shown,
        [ENTERPRISE]: { manager: { value: boss.id, $ref: boss.meta.location, displayName: 'Boss' } },
      },
      [USER, ENTERPRISE],
    );
    await ada.gives([operation(boss.id)], shown);
  });

  test('249. a list removes the elements that are equal to its own', async () => {
    await ada.gives([{ op: 'remove', path: 'emails', value: [{ value: 'b@x', type: 'home' }] }], {
      ...shown,
      emails: [emails[0], emails[2]],
    });
    await ada.gives(
      [{ op: 'remove', path: 'emails', value: [{ value: 'a@x' }, { value: 'c@x', type: 'work' }] }],
      {
        ...shown,
        emails: [emails[2]],
      },
    );
  });
});
