import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENTERPRISE, empty, error, list, one, type ScimClient, SEARCH, UNKNOWN_ID, USER } from './client.js';
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

describe('M. Delete', () => {
  test('264. DELETE: 204 without a body', async () => {
    const [ada, group] = [await scim.user('ada'), await scim.group('G')];
    expect(await scim.delete(`/Users/${ada.id}`)).toEqual(empty(204));
    expect(await scim.delete(`/Groups/${group.id}`)).toEqual(empty(204));
  });

  test('265. afterwards the id is unknown', async () => {
    const { id } = await scim.user('ada');
    await scim.delete(`/Users/${id}`);
    const unknown = error(404, undefined, `There is no User ${id} in this workspace.`);
    expect(await scim.get(`/Users/${id}`)).toEqual(unknown);
    expect(await scim.put(`/Users/${id}`, { schemas: [USER], userName: 'ada' })).toEqual(unknown);
    expect(await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'T' }])).toEqual(unknown);
    expect(await scim.delete(`/Users/${id}`)).toEqual(unknown);
  });

  test('266. it is in no list, no search, no group', async () => {
    const [ada, bob] = [await scim.user('ada'), await scim.user('bob')];
    const group = await scim.group('G', [ada.id, bob.id]);
    await scim.delete(`/Users/${ada.id}`);
    expect(await scim.find('userName pr')).toEqual(['bob']);
    expect(await scim.find(`id eq "${ada.id}"`)).toEqual([]);
    const search = { schemas: [SEARCH], filter: 'userName eq "ada"' };
    expect(await scim.post('/Users/.search', search)).toEqual(list([]));
    expect(await scim.post('/.search', search)).toEqual(list([]));
    const after = (await scim.get(`/Groups/${group.id}`)).body;
    expect(after.members.map(({ value }: { value: string }) => value)).toEqual([bob.id]);
    expect(after.meta.version).not.toBe(group.meta.version);
    expect(await scim.find(`members eq "${ada.id}"`, '/Groups')).toEqual([]);
  });

  test('267. the userName is free again', async () => {
    const ada = await scim.user('ada');
    await scim.delete(`/Users/${ada.id}`);
    expect((await scim.user('ada')).id).not.toBe(ada.id);
  });

  test('268. an unknown id: 404', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(await scim.delete(`/Users/${id}`)).toEqual(error(404, undefined, `There is no User ${id}`));
      expect(await scim.delete(`/Groups/${id}`)).toEqual(error(404, undefined, `There is no Group ${id}`));
    }
  });

  test('269. If-Match with another version: 412', async () => {
    const ada = await scim.user('ada');
    expect(await scim.delete(`/Users/${ada.id}`, { 'if-match': 'W/"0"' })).toEqual(
      error(412, undefined, ada.id),
    );
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    expect(await scim.delete(`/Users/${ada.id}`, { 'if-match': ada.meta.version })).toEqual(empty(204));
  });

  test('270. nothing that refers to a user keeps it from being deleted', async () => {
    const boss = await scim.user('boss');
    const ada = await scim.user({ userName: 'ada', [ENTERPRISE]: { manager: boss.id, department: 'D' } });
    await scim.group('G', [boss.id, ada.id]);
    await server.userToken(scim, boss.id);
    expect(await scim.delete(`/Users/${boss.id}`)).toEqual(empty(204));
    const after = (await scim.get(`/Users/${ada.id}`)).body;
    expect(after[ENTERPRISE]).toEqual({ department: 'D', manager: { value: boss.id } });
  });

  test('271. a deleted group is gone from users and parent groups', async () => {
    const ada = await scim.user('ada');
    const inner = await scim.group('Inner', [ada.id]);
    const outer = await scim.group('Outer', [inner.id]);
    expect((await scim.get(`/Users/${ada.id}`)).body.groups).toBeDefined();
    expect(await scim.delete(`/Groups/${inner.id}`)).toEqual(empty(204));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    expect((await scim.get(`/Groups/${outer.id}`)).body).toEqual({
      schemas: outer.schemas,
      id: outer.id,
      displayName: 'Outer',
      meta: expect.objectContaining({ created: outer.meta.created }),
    });
  });

  test('SCIM_DELETE=off: 405 that leaves DELETE out of Allow', async () => {
    const off = await openScim({ deletion: false });
    try {
      const client = await off.workspace();
      const { id } = await client.user('ada');
      const refused = error(405, undefined, 'DELETE', { allow: 'GET, PUT, PATCH' });
      expect(await client.delete(`/Users/${id}`)).toEqual(refused);
      expect(await client.delete('/Groups/x')).toEqual(refused);
      expect(await client.delete('/Me')).toEqual(refused);
      expect(await client.find('userName pr')).toEqual(['ada']);
    } finally {
      await off.close();
    }
  });
});
