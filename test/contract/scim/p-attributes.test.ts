import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  type Answer,
  ENTERPRISE,
  error,
  expectResource,
  GROUP,
  type Json,
  one,
  PLATFORM,
  type ScimClient,
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

const setTitle = (value: string) => [{ op: 'replace', path: 'title', value }];

describe('P. Attribute rules across all', () => {
  test('298. an id stays for life and is not used again', async () => {
    const ada = await scim.user('ada');
    const ids = [
      (await scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'eve' })).body.id,
      (await scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'active', value: false }])).body.id,
      (await scim.get(`/Users/${ada.id}`)).body.id,
    ];
    expect(new Set(ids)).toEqual(new Set([ada.id]));
    await scim.delete(`/Users/${ada.id}`);
    expect((await scim.user('eve')).id).not.toBe(ada.id);
  });

  test('299. created never changes, lastModified moves on', async () => {
    const ada = await scim.user('ada');
    let last = ada.meta.lastModified;
    for (const answer of [
      await scim.patch(`/Users/${ada.id}`, setTitle('A')),
      await scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada' }),
      await scim.patch(`/Users/${ada.id}`, setTitle('B')),
    ]) {
      const { created, lastModified } = answer.body.meta;
      expect(created).toBe(ada.meta.created);
      expect(lastModified >= last).toBe(true);
      last = lastModified;
    }
  });

  test('300. a returned lastModified finds its own resource', async () => {
    const ada = await scim.user('ada');
    await scim.patch(`/Users/${ada.id}`, setTitle('T'));
    const { lastModified, created } = (await scim.get(`/Users/${ada.id}`)).body.meta;
    for (const operator of ['eq', 'ge', 'le']) {
      expect(await scim.find(`meta.lastModified ${operator} "${lastModified}"`), operator).toEqual(['ada']);
      expect(await scim.find(`meta.created ${operator} "${created}"`), operator).toEqual(['ada']);
    }
    expect(await scim.find(`meta.lastModified gt "${lastModified}"`)).toEqual([]);
  });

  test('301. groups of a user change through the groups alone', async () => {
    const ada = await scim.user('ada');
    const group = await scim.group('G');
    const groups = [{ value: group.id }];
    await scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada', groups });
    await scim.patch(`/Users/${ada.id}`, [{ op: 'add', value: { groups } }]);
    expect(await scim.patch(`/Users/${ada.id}`, [{ op: 'add', path: 'groups', value: groups }])).toEqual(
      error(400, 'mutability', 'groups'),
    );
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    expect(await scim.get(`/Groups/${group.id}`)).toEqual(one(group));
  });

  test('302. every $ref can be read', async () => {
    const boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
    const ada = await scim.user({ userName: 'ada', [ENTERPRISE]: { manager: boss.id } });
    const inner = await scim.group('Inner', [ada.id]);
    const outer = await scim.group('Outer', [inner.id]);
    const user = (await scim.get(`/Users/${ada.id}`)).body;
    const references: [string, string][] = [
      [user[ENTERPRISE].manager.$ref, boss.id],
      [user.groups[0].$ref, user.groups[0].value],
      [inner.members[0].$ref, ada.id],
      [outer.members[0].$ref, inner.id],
    ];
    for (const [reference, id] of references) {
      const answer: Answer = await scim.at(new URL(reference).pathname);
      expect(answer).toMatchObject({ status: 200, body: { id, meta: { location: reference } } });
    }
  });

  test("303. a member's display is its present name", async () => {
    const ada = await scim.user({ userName: 'ada', displayName: 'Ada' });
    const members = [{ value: ada.id, display: 'Somebody' }];
    const { body: group } = await scim.post('/Groups', { schemas: [GROUP], displayName: 'G', members });
    const display = async () => (await scim.get(`/Groups/${group.id}`)).body.members[0].display;
    expect(await display()).toBe('Ada');
    await scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'displayName', value: 'Lady A' }]);
    expect(await display()).toBe('Lady A');
    await scim.patch(`/Users/${ada.id}`, [{ op: 'remove', path: 'displayName' }]);
    expect(await display()).toBe('ada');
  });

  test('304. letters are kept as they were sent', async () => {
    const ada = await scim.user({
      userName: 'AdA',
      externalId: 'eXt',
      profileUrl: 'https://Example.com/Ada',
      emails: [{ value: 'Ada@Example.COM', type: 'Work' }],
    });
    expect(ada).toMatchObject({
      userName: 'AdA',
      externalId: 'eXt',
      profileUrl: 'https://Example.com/Ada',
      emails: [{ value: 'Ada@Example.COM', type: 'Work' }],
    });
    const renamed = await scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'userName', value: 'ADA' }]);
    expect(renamed.body.userName).toBe('ADA');
    expect(renamed.body.meta.version).not.toBe(ada.meta.version);
  });

  test('305. what is writeOnly can be changed and is never shown', async () => {
    const body = {
      schemas: [DEVICE, WARRANTY],
      serialNumber: 'S',
      [WARRANTY]: { contract: 'C' },
      pin: '1234',
    };
    const created = await scim.post('/Devices', body);
    const path = `/Devices/${created.body.id}`;
    const answers = [
      created,
      await scim.get(`${path}?attributes=pin`),
      await scim.patch(path, [{ op: 'replace', path: 'pin', value: '5678' }]),
      await scim.put(path, { ...body, pin: '9999' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
    expect(JSON.stringify(answers)).not.toMatch(/"pin"|1234|5678|9999/);
    expect(answers[2]?.body.meta.version).not.toBe(created.body.meta.version);
  });

  test('306. uniqueness on the server holds for configured attributes', async () => {
    const device = (serialNumber: string, client = scim) =>
      client.post('/Devices', { schemas: [DEVICE, WARRANTY], serialNumber, [WARRANTY]: { contract: 'C' } });
    expect((await device('S-1')).status).toBe(201);
    expect(await device('S-1')).toEqual(error(409, 'uniqueness', 'S-1'));
    const other = await device('s-1');
    expect(other.status).toBe(201);
    expect(
      await scim.patch(`/Devices/${other.body.id}`, [{ op: 'replace', path: 'serialNumber', value: 'S-1' }]),
    ).toEqual(error(409, 'uniqueness', 'S-1'));
    expect((await device('S-1', await server.workspace())).status).toBe(201);
    const racing = await Promise.all(Array.from({ length: 6 }, () => device('S-9')));
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('307. nothing in an answer is null or empty', async () => {
    const ada = await scim.user({ userName: 'ada', title: null, emails: [], name: {}, displayName: null });
    await scim.group('G', [ada.id]);
    for (const path of ['/Users', '/Groups', `/Users/${ada.id}`, '/Schemas', '/ResourceTypes']) {
      const text = JSON.stringify((await scim.get(path)).body);
      expect(text, path).not.toMatch(/:null|:\{\}|:""/);
      expect(text.replace('"schemaExtensions":[]', ''), path).not.toMatch(/:\[\]/);
    }
  });

  test('308. the same userName may be in two tenants', async () => {
    const other = await server.workspace();
    const [mine, theirs] = [await scim.user('ada'), await other.user('ada')];
    expect(mine.id).not.toBe(theirs.id);
    expect(await scim.find('userName eq "ada"')).toEqual(['ada']);
  });

  test('309. the workspace role: accepted, kept, never shown, not to be filtered', async () => {
    const ada = await scim.user({
      schemas: [USER, PLATFORM],
      userName: 'ada',
      [PLATFORM]: { role: 'builder' },
    });
    expect(ada.schemas).toEqual([USER]);
    const role = async () => (await server.hidden(scim, ada.id)).role;
    expect(await role()).toBe('builder');
    const put = await scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada', title: 'T' });
    expectResource(scim, put, 200, 'User', { userName: 'ada', active: true, title: 'T' });
    expect(await role()).toBe('builder');
    const patch = await scim.patch(`/Users/${ada.id}`, [
      { op: 'replace', path: `${PLATFORM}:role`, value: 'admin' },
    ]);
    expectResource(scim, patch, 200, 'User', { userName: 'ada', active: true, title: 'T' });
    expect(await role()).toBe('admin');
    const bob = await scim.user('bob');
    expect((await server.hidden(scim, bob.id)).role).toBe('end-user');
    const filter = encodeURIComponent(`${PLATFORM}:role eq "admin"`);
    expect(await scim.get(`/Users?filter=${filter}`)).toEqual(error(400, 'invalidFilter', 'role'));
    expect(JSON.stringify((await scim.get('/Users')).body)).not.toContain(PLATFORM);
  });

  test('310. the whole enterprise extension', async () => {
    const boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
    const extension = {
      employeeNumber: '7',
      costCenter: 'C',
      organization: 'O',
      division: 'V',
      department: 'D',
    };
    const answer = await scim.post('/Users', {
      schemas: [USER, ENTERPRISE],
      userName: 'ada',
      [ENTERPRISE]: { ...extension, manager: { value: boss.id, $ref: '../Users/x', displayName: 'Nobody' } },
    });
    const manager = { value: boss.id, $ref: boss.meta.location, displayName: 'Boss' };
    expectResource(
      scim,
      answer,
      201,
      'User',
      { userName: 'ada', active: true, [ENTERPRISE]: { ...extension, manager } },
      [USER, ENTERPRISE],
    );
    const theirs = (await (await server.workspace()).user('theirs')).id;
    for (const value of [theirs, 'not-made-yet']) {
      const set = await scim.patch(`/Users/${answer.body.id}`, [{ op: 'add', path: 'manager', value }]);
      expect(set).toMatchObject({ status: 200, body: { [ENTERPRISE]: { manager: { value } } } });
      expect(Object.keys(set.body[ENTERPRISE].manager)).toEqual(['value']);
    }
  });

  test('311. the URNs of SCIM 1.1 and of the drafts stand for the new ones', async () => {
    const old: Json = {
      schemas: ['urn:scim:schemas:core:1.0', 'urn:scim:schemas:extension:enterprise:1.0'],
      userName: 'ada',
      'urn:scim:schemas:extension:enterprise:1.0': { department: 'D' },
    };
    const answer = await scim.post('/Users', old);
    const shown = { userName: 'ada', active: true, [ENTERPRISE]: { department: 'D' } };
    const ada = expectResource(scim, answer, 201, 'User', shown, [USER, ENTERPRISE]);
    const path = 'urn:scim:schemas:extension:enterprise:2.0:department';
    const patched = await scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path, value: 'E' }]);
    expectResource(scim, patched, 200, 'User', { ...shown, [ENTERPRISE]: { department: 'E' } }, [
      USER,
      ENTERPRISE,
    ]);
    expect(await scim.find('urn:scim:schemas:core:2.0:User:userName eq "ada"')).toEqual(['ada']);
    const strict = await server.workspace('strict');
    expect(await strict.post('/Users', old)).toEqual(
      error(400, 'invalidSyntax', 'urn:scim:schemas:core:1.0'),
    );
  });
});
