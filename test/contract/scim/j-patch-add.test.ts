import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENTERPRISE, expectResource, type Json, one, type ScimClient, USER } from './client.js';
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

describe('J. PATCH: add', () => {
  test('224. without a value: 400', async () => {
    await ada.refuses([{ op: 'add', path: 'title' }], 400, 'invalidValue', '"value"');
    await ada.refuses([{ op: 'add' }], 400, 'invalidValue', '"value"');
  });

  test('225. without a path the value is merged', async () => {
    await ada.gives(
      [
        { op: 'add', path: 'emails', value: [{ value: 'a@x', type: 'work' }] },
        {
          op: 'add',
          value: { title: 'T', name: { familyName: 'L' }, emails: [{ value: 'b@x', type: 'home' }] },
        },
      ],
      {
        ...base,
        title: 'T',
        name: { givenName: 'Ada', familyName: 'L' },
        emails: [
          { value: 'a@x', type: 'work' },
          { value: 'b@x', type: 'home' },
        ],
      },
    );
  });

  test('226. a single value is set, or replaced', async () => {
    await ada.gives([addTitle], { ...base, title: 'T' });
    await ada.gives([{ op: 'add', path: 'title', value: 'U' }], { ...base, title: 'U' });
  });

  test('227. an array or one object is appended', async () => {
    const [a, b] = [{ value: 'a@x' }, { value: 'b@x' }];
    await ada.gives([{ op: 'add', path: 'emails', value: [a] }], { ...base, emails: [a] });
    await ada.gives([{ op: 'add', path: 'emails', value: b }], { ...base, emails: [a, b] });
    scim = await server.workspace('strict');
    ada = await PatchedUser.in(scim);
    await ada.gives([{ op: 'add', path: 'emails', value: b }], { ...base, emails: [b] });
  });

  test('228. a value that is there already changes nothing', async () => {
    const email = { value: 'a@x', type: 'work' };
    await ada.gives([addTitle, { op: 'add', path: 'emails', value: [email] }], {
      ...base,
      title: 'T',
      emails: [email],
    });
    expect(await ada.patch([addTitle, { op: 'add', path: 'emails', value: [email] }])).toEqual(one(ada.body));
    expect(await ada.patch([{ op: 'add', value: { title: 'T', emails: [email] } }])).toEqual(one(ada.body));
  });

  test('229. a complex value keeps what is not named', () =>
    ada.gives([{ op: 'add', path: 'name', value: { familyName: 'L' } }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
    }));

  test('230. a sub-attribute of what is unset makes it', async () => {
    await ada.gives([{ op: 'remove', path: 'name' }], { userName: 'ada', active: true });
    await ada.gives([{ op: 'add', path: 'name.givenName', value: 'A' }], {
      userName: 'ada',
      active: true,
      name: { givenName: 'A' },
    });
  });

  test('231. keys of a value without a path may be paths', () =>
    ada.gives(
      [
        {
          op: 'add',
          value: {
            'name.familyName': 'L',
            [`${ENTERPRISE}:department`]: 'D',
            'emails[type eq "work"].value': 'a@x',
          },
        },
      ],
      {
        ...base,
        name: { givenName: 'Ada', familyName: 'L' },
        emails: [{ type: 'work', value: 'a@x' }],
        [ENTERPRISE]: { department: 'D' },
      },
      [USER, ENTERPRISE],
    ));

  test('232. a value path without a match makes the element', async () => {
    await ada.gives([{ op: 'add', path: 'emails[type eq "work"].value', value: 'a@x' }], {
      ...base,
      emails: [{ type: 'work', value: 'a@x' }],
    });
    await ada.gives([{ op: 'add', path: 'emails[type eq "work"].value', value: 'b@x' }], {
      ...base,
      emails: [{ type: 'work', value: 'b@x' }],
    });
  });

  test('233. several sub-attributes by one filter land in one element', () =>
    ada.gives(
      [
        { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'S' },
        { op: 'Add', path: 'addresses[type eq "work"].postalCode', value: 'P' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
      ],
      { ...base, addresses: [{ type: 'work', streetAddress: 'S', postalCode: 'P', country: 'DE' }] },
    ));

  test('234. members are added once', async () => {
    const bob = await scim.user('bob');
    const group = await scim.group('G', [ada.id]);
    const value = [
      { $ref: null, value: ada.id },
      { $ref: null, value: bob.id, display: 'x' },
    ];
    const answer = await scim.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value }]);
    const member = (user: Json) => ({
      value: user.id,
      $ref: (user.meta as Json).location,
      display: user.userName,
      type: 'User',
    });
    const changed = expectResource(scim, answer, 200, 'Group', {
      displayName: 'G',
      members: [member(ada.body), member(bob)],
    });
    expect(await scim.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value }])).toEqual(
      one(changed),
    );
  });

  test('235. a manager as text, as an object and as an array', async () => {
    const boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
    const chef = await scim.user({ userName: 'chef', displayName: 'Chef' });
    const shown = (user: Json) => ({
      ...base,
      [ENTERPRISE]: {
        manager: { value: user.id, $ref: (user.meta as Json).location, displayName: user.displayName },
      },
    });
    const path = `${ENTERPRISE}:manager`;
    await ada.gives([{ op: 'Add', path, value: boss.id }], shown(boss), [USER, ENTERPRISE]);
    await ada.gives([{ op: 'Add', path: 'manager', value: { value: chef.id } }], shown(chef), [
      USER,
      ENTERPRISE,
    ]);
    await ada.gives([{ op: 'Replace', path, value: [{ $ref: null, value: boss.id }] }], shown(boss), [
      USER,
      ENTERPRISE,
    ]);
  });

  test('236. an array of one for a single value, and one value for a list', () =>
    ada.gives(
      [
        { op: 'add', path: 'title', value: ['T'] },
        { op: 'add', path: 'emails', value: 'a@x' },
        { op: 'add', value: { nickName: ['N'], roles: 'R' } },
      ],
      { ...base, title: 'T', nickName: 'N', emails: [{ value: 'a@x' }], roles: [{ value: 'R' }] },
    ));
});
