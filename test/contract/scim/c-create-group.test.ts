import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { error, expectResource, GROUP, list, one, type ScimClient, UNKNOWN_ID, USER } from './client.js';
import { PostedUsers, postUser } from './posted-users.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
let users: PostedUsers;
beforeAll(async () => {
  server = await openScim();
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  users = new PostedUsers(scim);
});

describe('C. Create: groups, and users in them', () => {
  test('83. the least group', async () => {
    const answer = await scim.post('/Groups', { schemas: [GROUP], displayName: 'Engineers' });
    expectResource(scim, answer, 201, 'Group', { displayName: 'Engineers' });
    const empty = await scim.post('/Groups', { schemas: [GROUP], displayName: 'Nobody', members: [] });
    expectResource(scim, empty, 201, 'Group', { displayName: 'Nobody' });
  });

  test('84. a group without a displayName: 400', async () => {
    for (const displayName of [undefined, '', null, ' ', 7, 'Admin']) {
      expect(await scim.post('/Groups', { schemas: [GROUP], displayName })).toEqual(
        error(400, 'invalidValue', displayName === 'Admin' ? '"Admin" is the name of a role' : 'displayName'),
      );
    }
    expect(await scim.get('/Groups')).toEqual(list([]));
  });

  test("85. another group's displayName in any letter case: 409", async () => {
    const group = await scim.group('Engineers');
    for (const displayName of ['Engineers', 'ENGINEERS', 'ｅngineers']) {
      expect(await scim.post('/Groups', { schemas: [GROUP], displayName })).toEqual(
        error(409, 'uniqueness', displayName),
      );
    }
    expect(await scim.get('/Groups')).toEqual(list([group]));
  });

  test('86. members are shown with value, $ref, display and type', async () => {
    const ada = await scim.user({ userName: 'ada', displayName: 'Ada L' });
    const bob = await scim.user('bob');
    const members = [
      { value: ada.id, display: 'x' },
      { value: bob.id, $ref: 'https://elsewhere/Users/1' },
    ];
    const answer = await scim.post('/Groups', { schemas: [GROUP], displayName: 'G', members });
    const group = expectResource(scim, answer, 201, 'Group', {
      displayName: 'G',
      members: [
        { value: ada.id, $ref: ada.meta.location, display: 'Ada L', type: 'User' },
        { value: bob.id, $ref: bob.meta.location, display: 'bob', type: 'User' },
      ],
    });
    expect(await scim.get(`/Groups/${group.id}`)).toEqual(one(group));
  });

  test('87. an unknown member: 400 that names it; the okta profile skips it', async () => {
    const other = await (await server.workspace()).user('theirs');
    for (const value of [UNKNOWN_ID, other.id, 'no-uuid']) {
      const body = { schemas: [GROUP], displayName: 'G', members: [{ value }] };
      expect(await scim.post('/Groups', body)).toEqual(error(400, 'invalidValue', value));
    }
    expect(await scim.get('/Groups')).toEqual(list([]));
    const okta = await server.workspace('okta');
    const ada = await okta.user('ada');
    const body = { schemas: [GROUP], displayName: 'G', members: [{ value: UNKNOWN_ID }, { value: ada.id }] };
    expectResource(okta, await okta.post('/Groups', body), 201, 'Group', {
      displayName: 'G',
      members: [{ value: ada.id, $ref: ada.meta.location, display: 'ada', type: 'User' }],
    });
  });

  test('88. a member listed twice is held once', async () => {
    const ada = await scim.user('ada');
    const group = await scim.group('G', [ada.id, ada.id]);
    expect(group.members).toEqual([{ value: ada.id, $ref: ada.meta.location, display: 'ada', type: 'User' }]);
  });

  test('89. a group as a member is kept; a cycle is refused', async () => {
    const inner = await scim.group('Inner');
    const outer = await scim.group('Outer', [inner.id]);
    expect(outer.members).toEqual([
      { value: inner.id, $ref: inner.meta.location, display: 'Inner', type: 'Group' },
    ]);
    for (const [id, member] of [
      [inner.id, outer.id],
      [inner.id, inner.id],
    ]) {
      expect(
        await scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: member }] }]),
      ).toEqual(error(400, 'invalidValue', 'contain itself'));
    }
    expect(await scim.get(`/Groups/${inner.id}`)).toEqual(one(inner));
  });

  test('90. a user shows the groups it is in', async () => {
    const ada = await scim.user('ada');
    const group = await scim.group('G', [ada.id]);
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(
      one({ ...ada, groups: [{ value: group.id, $ref: group.meta.location, display: 'G', type: 'direct' }] }),
    );
  });

  test('91. an archived user posted again: 409; the okta profile restores it', async () => {
    const ada = await scim.user({ userName: 'ada', active: false });
    await users.refuses({ userName: 'ada' }, 'uniqueness', 'ada');
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));

    const okta = await server.workspace('okta');
    const old = await okta.user({ userName: 'ada', externalId: 'E', title: 'Old', active: false });
    const answer = await postUser(okta, { userName: 'ADA', externalId: 'E', active: true, nickName: 'New' });
    const restored = expectResource(okta, answer, 200, 'User', {
      userName: 'ADA',
      externalId: 'E',
      active: true,
      nickName: 'New',
    });
    expect(restored.id).toBe(old.id);
    expect(restored.meta.created).toBe(old.meta.created);
    expect(await postUser(okta, { userName: 'ada' })).toEqual(error(409, 'uniqueness', 'ada'));
  });

  test('92. a Group posted to /Users: 400', async () => {
    const ada = await scim.post('/Users', { schemas: [GROUP], displayName: 'G' });
    expect(ada).toEqual(error(400, 'invalidSyntax', USER));
    await users.accepts({ userName: 'ada', meta: { resourceType: 'Group' } }, { userName: 'ada' });
  });
});
