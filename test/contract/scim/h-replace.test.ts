import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  ENTERPRISE,
  empty,
  error,
  expectResource,
  GROUP,
  type Json,
  one,
  PLATFORM,
  type ScimClient,
  UNKNOWN_ID,
  USER,
} from './client.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
});

const put = (id: string, attributes: Json, headers = {}) =>
  scim.put(`/Users/${id}`, { schemas: [USER], ...attributes }, headers);
const putGroup = (id: string, attributes: Json) =>
  scim.put(`/Groups/${id}`, { schemas: [GROUP], ...attributes });

describe('H. Replace', () => {
  test('187. PUT replaces: 200 and the whole body', async () => {
    const ada = await scim.user({ userName: 'ada', title: 'T' });
    const answer = await put(ada.id, { userName: 'Ada2', nickName: 'N' });
    const { id, meta } = expectResource(scim, answer, 200, 'User', {
      userName: 'Ada2',
      nickName: 'N',
      active: true,
    });
    expect(id).toBe(ada.id);
    expect(meta.created).toBe(ada.meta.created);
    expect(meta.version).not.toBe(ada.meta.version);
    expect(Date.parse(meta.lastModified)).toBeGreaterThanOrEqual(Date.parse(ada.meta.lastModified));
    expect(await scim.get(`/Users/${id}`)).toEqual(one(answer.body));
  });

  test('188. PUT to an unknown id: 404, and nothing is made', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(await put(id, { userName: 'ada' })).toEqual(error(404, undefined, id));
    }
    expect(await scim.find('userName pr')).toEqual([]);
  });

  test('189. what is left out is cleared, save active, the password and the role', async () => {
    const ada = await scim.user({
      userName: 'ada',
      externalId: 'E',
      title: 'T',
      name: { givenName: 'A' },
      emails: [{ value: 'a@x' }],
      active: false,
      password: 'Secret-12345',
      [ENTERPRISE]: { department: 'D' },
      [PLATFORM]: { role: 'builder' },
    });
    const before = await server.hidden(scim, ada.id);
    expect(before).toEqual({ role: 'builder', passwordHash: expect.stringMatching(/^\$argon2id\$/) });
    expectResource(scim, await put(ada.id, { userName: 'ada' }), 200, 'User', {
      userName: 'ada',
      active: false,
    });
    expect(await server.hidden(scim, ada.id)).toEqual(before);
  });

  test('190. readOnly values are ignored', async () => {
    const ada = await scim.user('ada');
    const group = await scim.group('G', [ada.id]);
    const groups = [{ value: group.id, $ref: group.meta.location, display: 'G', type: 'direct' }];
    const answer = await put(ada.id, {
      id: UNKNOWN_ID,
      userName: 'ada',
      title: 'T',
      meta: { created: '2001-01-01T00:00:00Z', version: 'W/"9"' },
      groups: [{ value: UNKNOWN_ID }],
    });
    const user = expectResource(scim, answer, 200, 'User', {
      userName: 'ada',
      active: true,
      title: 'T',
      groups,
    });
    expect([user.id, user.meta.created]).toEqual([ada.id, ada.meta.created]);
  });

  test('191. without a required attribute: 400', async () => {
    const ada = await scim.user('ada');
    for (const attributes of [{}, { userName: '' }, { userName: null }]) {
      expect(await put(ada.id, attributes)).toEqual(error(400, 'invalidValue', 'userName'));
    }
    const group = await scim.group('G');
    expect(await putGroup(group.id, {})).toEqual(error(400, 'invalidValue', 'displayName'));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
  });

  test('192. an immutable attribute may be set once', async () => {
    const body = { schemas: [DEVICE, WARRANTY], serialNumber: 'S', [WARRANTY]: { contract: 'C' } };
    const { id } = (await scim.post('/Devices', body)).body;
    const replace = (attributes: Json) => scim.put(`/Devices/${id}`, { ...body, ...attributes });
    const shows = (answer: never, attributes: Json) =>
      expectResource(
        scim,
        answer,
        200,
        'Device',
        { serialNumber: 'S', ...attributes, [WARRANTY]: { contract: 'C' } },
        [DEVICE, WARRANTY],
      );
    shows((await replace({ assetTag: 'T' })) as never, { assetTag: 'T' });
    shows((await replace({ assetTag: 'T', label: 'L' })) as never, { assetTag: 'T', label: 'L' });
    expect(await replace({ assetTag: 'U' })).toEqual(error(400, 'mutability', 'assetTag'));
  });

  test("193. another user's userName: 409", async () => {
    await scim.user('bob');
    const ada = await scim.user('ada');
    expect(await put(ada.id, { userName: 'BOB' })).toEqual(error(409, 'uniqueness', 'BOB'));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
  });

  test('194. a password can be set, is not shown, and stays when absent', async () => {
    const ada = await scim.user('ada');
    const answer = await put(ada.id, { userName: 'ada', password: 'Secret-12345' });
    expectResource(scim, answer, 200, 'User', { userName: 'ada', active: true });
    const { passwordHash } = await server.hidden(scim, ada.id);
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    await put(ada.id, { userName: 'ada', title: 'T' });
    expect((await server.hidden(scim, ada.id)).passwordHash).toBe(passwordHash);
  });

  test('195. PUT of a group sets exactly these members', async () => {
    const [ada, bob, cyd] = [await scim.user('ada'), await scim.user('bob'), await scim.user('cyd')];
    const group = await scim.group('G', [ada.id, bob.id]);
    const shown = (...users: Json[]) => ({
      members: users.map((user) => ({
        value: user.id,
        $ref: (user.meta as Json).location,
        display: user.userName,
        type: 'User',
      })),
    });
    const members = [{ value: bob.id }, { value: cyd.id }];
    const answer = await putGroup(group.id, { displayName: 'G', members });
    expectResource(scim, answer, 200, 'Group', { displayName: 'G', ...shown(bob, cyd) });
    const emptied = await putGroup(group.id, { displayName: 'G', members: [] });
    expectResource(scim, emptied, 200, 'Group', { displayName: 'G' });
    await putGroup(group.id, { displayName: 'G', members });
    expectResource(scim, await putGroup(group.id, { displayName: 'H' }), 200, 'Group', { displayName: 'H' });
  });

  test('196. what was read can be put back', async () => {
    const ada = await scim.user({
      userName: 'ada',
      externalId: 'E',
      emails: [{ value: 'a@x', type: 'work', primary: true, display: 'A' }],
      [ENTERPRISE]: { department: 'D' },
    });
    const group = await scim.group('G', [ada.id]);
    const read = (await scim.get(`/Users/${ada.id}`)).body;
    expect(await scim.put(`/Users/${ada.id}`, read)).toEqual(one(read));
    expect(await scim.put(`/Users/${ada.id}`, { ...read, title: 'T' })).toMatchObject({
      status: 200,
      body: { title: 'T' },
    });
    expect(await scim.put(`/Groups/${group.id}`, group)).toEqual(one(group));
  });

  test('197. a PUT that changes nothing keeps version and lastModified', async () => {
    const ada = await scim.user({ userName: 'ada', emails: [{ value: 'a@x' }], name: { givenName: 'A' } });
    expect(
      await put(ada.id, {
        userName: 'ada',
        emails: [{ value: 'a@x' }],
        name: { givenName: 'A' },
        title: null,
      }),
    ).toEqual(one(ada));
    const group = await scim.group('G', [ada.id]);
    expect(await putGroup(group.id, { displayName: 'G', members: [{ value: ada.id }] })).toEqual(one(group));
  });

  test('198. If-Match: another version is 412, the right one or * is 200', async () => {
    let ada = await scim.user('ada');
    for (const tag of ['W/"0"', '"nonsense"', 'nonsense', 'W/"x", "y"']) {
      expect(await put(ada.id, { userName: 'x' }, { 'if-match': tag }), tag).toEqual(
        error(412, undefined, ada.id),
      );
    }
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    for (const [index, tag] of [ada.meta.version, '*'].entries()) {
      const answer = await put(ada.id, { userName: 'ada', title: `${index}` }, { 'if-match': tag });
      ada = expectResource(scim, answer, 200, 'User', { userName: 'ada', active: true, title: `${index}` });
    }
  });

  test('199. active: false archives, true restores', async () => {
    const ada = await scim.user('ada');
    const off = await put(ada.id, { userName: 'ada', active: false });
    expectResource(scim, off, 200, 'User', { userName: 'ada', active: false });
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(off.body));
    const on = await put(ada.id, { userName: 'ada', active: true });
    expectResource(scim, on, 200, 'User', { userName: 'ada', active: true });
  });

  test('Prefer: return=minimal leaves the body out', async () => {
    const ada = await scim.user('ada');
    const answer = await put(ada.id, { userName: 'ada', title: 'T' }, { prefer: 'return=minimal' });
    const { meta } = (await scim.get(`/Users/${ada.id}`)).body;
    expect(answer).toEqual(
      empty(204, { etag: meta.version, location: meta.location, 'preference-applied': 'return=minimal' }),
    );
  });
});
