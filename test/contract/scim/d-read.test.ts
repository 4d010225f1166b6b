import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import { type Answer, ENTERPRISE, empty, error, one, type ScimClient, UNKNOWN_ID, USER } from './client.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
let boss: Answer['body'];
let ada: Answer['body'];
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
  ada = await scim.user({
    userName: 'ada',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [
      { value: 'ada@work', type: 'work', primary: true },
      { value: 'ada@home', type: 'home' },
    ],
    [ENTERPRISE]: { department: 'D', manager: { value: boss.id } },
  });
});

/** Reads Ada with a projection; the answer must have exactly these members beside schemas and id. */
async function shows(query: string, members: object): Promise<void> {
  const answer = await scim.get(`/Users/${ada.id}?${query}`);
  expect(answer, query).toEqual({
    ...(one(ada) as object),
    body: { schemas: [USER, ENTERPRISE], id: ada.id, ...members },
  });
}

describe('D. Read one', () => {
  test('93. the whole default set, with ETag and Location', async () => {
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    expect(ada).toEqual({
      schemas: [USER, ENTERPRISE],
      id: expect.any(String),
      userName: 'ada',
      active: true,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { value: 'ada@work', type: 'work', primary: true },
        { value: 'ada@home', type: 'home' },
      ],
      [ENTERPRISE]: {
        department: 'D',
        manager: { value: boss.id, $ref: boss.meta.location, displayName: 'Boss' },
      },
      meta: expect.objectContaining({ resourceType: 'User' }),
    });
  });

  test('94. unknown ids, ids of another form and of another type: 404', async () => {
    const group = await scim.group('G');
    for (const id of [UNKNOWN_ID, '00919288221112222', 'x', "' OR 1=1 --", 'a\u0000b', '🙂', group.id]) {
      expect(await scim.get(`/Users/${encodeURIComponent(id)}`), id).toEqual(
        error(404, undefined, 'There is no User'),
      );
    }
    expect(await scim.get(`/Groups/${ada.id}`)).toEqual(error(404, undefined, `There is no Group ${ada.id}`));
  });

  test('95. an id is exact in its letters', async () => {
    const id = ada.id.toUpperCase();
    expect(await scim.get(`/Users/${id}`)).toEqual(error(404, undefined, id));
  });

  test('96. attributes=userName', () => shows('attributes=userName', { userName: 'ada' }));

  test('97. attributes=name.familyName', () =>
    shows('attributes=name.familyName', { name: { familyName: 'Lovelace' } }));

  test('98. attributes=emails.value', () =>
    shows('attributes=emails.value', { emails: [{ value: 'ada@work' }, { value: 'ada@home' }] }));

  test('99. qualified names in any letter case', async () => {
    const manager = { manager: { displayName: 'Boss' } };
    await shows(`attributes=${USER}:userName`, { userName: 'ada' });
    await shows(`attributes=${USER.toUpperCase()}:USERNAME`, { userName: 'ada' });
    await shows(`attributes=${ENTERPRISE}:manager.displayName`, { [ENTERPRISE]: manager });
    await shows(`attributes=${ENTERPRISE.toLowerCase()}:MANAGER.DISPLAYNAME`, { [ENTERPRISE]: manager });
    await shows('attributes=manager.displayName', { [ENTERPRISE]: manager });
    await shows('attributes=manager.$ref', { [ENTERPRISE]: { manager: { $ref: boss.meta.location } } });
    await shows('attributes=meta.version,meta.resourceType', {
      meta: { resourceType: 'User', version: ada.meta.version },
    });
  });

  test('100. the URN of an extension names all of it', async () => {
    await shows(`attributes=${ENTERPRISE}`, { [ENTERPRISE]: ada[ENTERPRISE] });
    await shows(`attributes=${ENTERPRISE.toUpperCase()},userName`, {
      userName: 'ada',
      [ENTERPRISE]: ada[ENTERPRISE],
    });
  });

  test('100b. the URN of the core schema names all of it, and nothing else', async () => {
    const { externalId: _, meta: __, [ENTERPRISE]: ___, schemas: ____, id: _____, ...core } = ada;
    await shows(`attributes=${USER}`, core);
    await shows(`excludedAttributes=${USER.toLowerCase()}`, {
      ...('externalId' in ada ? { externalId: ada.externalId } : {}),
      meta: ada.meta,
      [ENTERPRISE]: ada[ENTERPRISE],
    });
  });

  test('101. excludedAttributes drop just those', async () => {
    const { emails: _, ...rest } = ada;
    await shows('excludedAttributes=emails,name.givenName', { ...rest, name: { familyName: 'Lovelace' } });
    const { displayName: __, ...manager } = ada[ENTERPRISE].manager;
    const { $ref: ___, ...withoutReference } = ada[ENTERPRISE].manager;
    await shows(`excludedAttributes=${ENTERPRISE}:manager.displayName`, {
      ...ada,
      [ENTERPRISE]: { department: 'D', manager },
    });
    await shows('excludedAttributes=manager.$ref', {
      ...ada,
      [ENTERPRISE]: { department: 'D', manager: withoutReference },
    });
    const { [ENTERPRISE]: ____, ...core } = ada;
    await shows(`excludedAttributes=${ENTERPRISE}`, core);
  });

  test('102. id and schemas cannot be excluded', () => shows('excludedAttributes=id,schemas', ada));

  test('103. what is returned never stays out', async () => {
    await scim.patch(`/Users/${ada.id}`, [{ op: 'add', path: 'password', value: 'Secret-12345' }]);
    ada = (await scim.get(`/Users/${ada.id}`)).body;
    await shows('attributes=password,userName', { userName: 'ada' });
    await shows('attributes=urn:ietf:params:scim:schemas:extension:platform:User:2.0:role', {});
  });

  test('104. what is returned on request comes when it is named, or to the client that wrote it', async () => {
    const body = {
      schemas: [DEVICE, WARRANTY],
      serialNumber: 'S',
      site: 'Hall',
      [WARRANTY]: { contract: 'C' },
    };
    const written = await scim.post('/Devices', { ...body, notes: 'Long' });
    expect(written).toMatchObject({ status: 201, body: { notes: 'Long' } });
    const { notes, ...device } = written.body;
    const path = `/Devices/${device.id}`;
    expect(await scim.get(path)).toEqual(one(device));
    expect(await scim.get(`${path}?attributes=notes`)).toEqual({
      ...(one(device) as object),
      body: { schemas: [DEVICE, WARRANTY], id: device.id, site: 'Hall', notes },
    });
    expect(await scim.patch(path, [{ op: 'replace', path: 'notes', value: 'Longer' }])).toMatchObject({
      status: 200,
      body: { notes: 'Longer' },
    });
    const labelled = await scim.patch(path, [{ op: 'replace', path: 'label', value: 'L' }]);
    expect(labelled).toEqual(one({ ...device, label: 'L', meta: labelled.body.meta }));
  });

  test('105. both parameters exclude each other', async () => {
    expect(await scim.get(`/Users/${ada.id}?attributes=userName&excludedAttributes=name`)).toEqual(
      error(400, 'invalidValue', 'exclude each other'),
    );
  });

  test('106. unknown names are ignored, and blanks around commas', async () => {
    await shows('attributes=nope,%20userName%20,,x.y.z,%20', { userName: 'ada' });
    await shows('attributes=nope', {});
    await shows('excludedAttributes=nope,%20emails.nope', ada);
  });

  test('106b. a sub-attribute that an attribute does not have names nothing', () =>
    shows('attributes=emails.$ref,name.nope', {}));

  test('107. excluded members are not read', async () => {
    const group = await scim.group('G', [ada.id, boss.id]);
    const { members, ...rest } = group;
    expect(members).toHaveLength(2);
    const { result, statements } = await server.statements(() =>
      scim.get(`/Groups/${group.id}?excludedAttributes=members`),
    );
    expect(result).toEqual(one(rest));
    expect(statements.filter((text) => /membership/i.test(text))).toEqual([]);
  });

  test('108. If-None-Match with the present version: 304', async () => {
    const unchanged = empty(304, { etag: ada.meta.version, location: ada.meta.location });
    const opaque = ada.meta.version.replace('W/', '');
    for (const tag of [ada.meta.version, opaque, `"x", ${ada.meta.version}`, '*']) {
      expect(await scim.get(`/Users/${ada.id}`, { 'if-none-match': tag }), tag).toEqual(unchanged);
    }
  });

  test('109. If-None-Match with another version: 200', async () => {
    const changed = (await scim.patch(`/Users/${ada.id}`, [{ op: 'add', path: 'title', value: 'T' }])).body;
    expect(await scim.get(`/Users/${ada.id}`, { 'if-none-match': ada.meta.version })).toEqual(one(changed));
    expect(await scim.get(`/Users/${ada.id}`, { 'if-none-match': 'nonsense' })).toEqual(one(changed));
  });

  test('110. a filter on one resource is ignored', async () => {
    expect(await scim.get(`/Users/${ada.id}?filter=userName+eq+%22nobody%22`)).toEqual(one(ada));
    expect(await scim.get(`/Users/${ada.id}?filter=((`)).toEqual(one(ada));
  });
});
