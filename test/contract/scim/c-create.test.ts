import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
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

const post = (attributes: Json, client = scim) => client.post('/Users', { schemas: [USER], ...attributes });
const active = { active: true };

/** Posts a user and asserts that the answer shows exactly these attributes. */
async function accepted(
  attributes: Json,
  shown: Json = attributes,
  schemas = [USER],
): Promise<Answer['body']> {
  return expectResource(scim, await post(attributes), 201, 'User', { ...active, ...shown }, schemas);
}

async function refused(attributes: Json, scimType: string, detail: string | RegExp): Promise<void> {
  expect(await post(attributes)).toEqual(error(scimType === 'uniqueness' ? 409 : 400, scimType, detail));
  expect(await scim.get('/Users?count=0')).toEqual(list([], { totalResults: expect.any(Number) }));
}

describe('C. Create', () => {
  test('47. the least user: 201 and the whole body', async () => {
    await accepted({ userName: 'ada' });
  });

  test('48. Location is meta.location, and answers', async () => {
    const answer = await post({ userName: 'ada' });
    expect(answer.headers.location).toBe(`${scim.base}/Users/${answer.body.id}`);
    expect(answer.body.meta.location).toBe(answer.headers.location);
    expect(await scim.at(new URL(answer.body.meta.location).pathname)).toEqual(one(answer.body));
  });

  test('49. the service makes id and meta', async () => {
    const { meta } = await accepted({ userName: 'ada' });
    expect(meta.created).toBe(meta.lastModified);
    expect(Math.abs(Date.now() - Date.parse(meta.created))).toBeLessThan(60_000);
  });

  test('50. an id from the client is ignored', async () => {
    const user = await accepted({ userName: 'ada', id: UNKNOWN_ID }, { userName: 'ada' });
    expect(user.id).not.toBe(UNKNOWN_ID);
    expect(await scim.get(`/Users/${UNKNOWN_ID}`)).toEqual(error(404, undefined, UNKNOWN_ID));
  });

  test('51. meta from the client is ignored', async () => {
    const meta = {
      resourceType: 'Group',
      created: '2001-01-01T00:00:00Z',
      location: 'https://x',
      version: 'W/"9"',
    };
    const user = await accepted({ userName: 'ada', meta }, { userName: 'ada' });
    expect(Date.parse(user.meta.created)).toBeGreaterThan(Date.parse('2002-01-01T00:00:00Z'));
  });

  test('52. readOnly attributes are ignored', async () => {
    const group = await scim.group('G');
    const boss = await scim.user({ userName: 'boss', displayName: 'The Boss' });
    await accepted(
      {
        userName: 'ada',
        groups: [{ value: group.id }],
        [ENTERPRISE]: { manager: { value: boss.id, displayName: 'Nobody' } },
      },
      {
        userName: 'ada',
        [ENTERPRISE]: { manager: { value: boss.id, $ref: boss.meta.location, displayName: 'The Boss' } },
      },
      [USER, ENTERPRISE],
    );
    expect(await scim.get(`/Groups/${group.id}`)).toEqual(one(group));
  });

  test('53. no id contains "bulkId"', async () => {
    const ids = [(await scim.user('a')).id, (await scim.group('g')).id];
    expect(ids.filter((id) => /bulkid/i.test(id))).toEqual([]);
  });

  test('54. the same userName: 409', async () => {
    const ada = await scim.user('ada');
    await refused({ userName: 'ada' }, 'uniqueness', '"ada"');
    expect(await scim.get('/Users')).toEqual(list([ada]));
  });

  test('55. the same userName in other letters: 409', async () => {
    await scim.user('Ada');
    for (const userName of ['ADA', 'aDa']) await refused({ userName }, 'uniqueness', userName);
  });

  test('56. the same userName after the PRECIS mapping: 409', async () => {
    await scim.user('René');
    await scim.user('ada1');
    for (const userName of ['rene\u0301', 'RENE\u0301', 'ａｄａ１', 'ＡＤＡ1']) {
      await refused({ userName }, 'uniqueness', userName);
    }
  });

  test('57. without a userName: 400', async () => {
    for (const userName of [undefined, '', null, '   ', []])
      await refused({ userName }, 'invalidValue', 'userName');
  });

  test('58. without schemas: 400', async () => {
    for (const schemas of [undefined, [], null, USER, {}, [1]]) {
      expect(await scim.post('/Users', { schemas, userName: 'ada' })).toEqual(
        error(400, 'invalidSyntax', 'schemas'),
      );
    }
  });

  test('59. without the URN of the end point in schemas: 400', async () => {
    for (const schemas of [[GROUP], [ENTERPRISE], ['urn:nope']]) {
      expect(await scim.post('/Users', { schemas, userName: 'ada' })).toEqual(
        error(400, 'invalidSyntax', USER),
      );
    }
  });

  test('60. a strange URN in schemas is tolerated and not echoed; the strict profile refuses it', async () => {
    const strange = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';
    const answer = await scim.post('/Groups', { schemas: [GROUP, strange], displayName: 'G' });
    expectResource(scim, answer, 201, 'Group', { displayName: 'G' });
    const strict = await server.workspace('strict');
    expect(await strict.post('/Groups', { schemas: [GROUP, strange], displayName: 'G' })).toEqual(
      error(400, 'invalidSyntax', strange),
    );
  });

  test('61. a URN given twice is shown once', async () => {
    const schemas = [USER, ENTERPRISE, USER, USER.toUpperCase(), ENTERPRISE];
    await accepted(
      { schemas, userName: 'ada', [ENTERPRISE]: { department: 'D' } },
      {
        userName: 'ada',
        [ENTERPRISE]: { department: 'D' },
      },
      [USER, ENTERPRISE],
    );
  });

  test('62. the order of schemas has no effect', async () => {
    const shown = { [ENTERPRISE]: { department: 'D' } };
    await accepted({ schemas: [ENTERPRISE, USER], userName: 'a', ...shown }, { userName: 'a', ...shown }, [
      USER,
      ENTERPRISE,
    ]);
    await accepted({ schemas: [USER, ENTERPRISE], userName: 'b', ...shown }, { userName: 'b', ...shown }, [
      USER,
      ENTERPRISE,
    ]);
  });

  test('63. names in any letter case are understood and answered in the spelling of the schema', async () => {
    const answer = await scim.post('/Users', {
      SCHEMAS: [USER],
      USERNAME: 'ada',
      Name: { GivenName: 'Ada', FAMILYNAME: 'L' },
      EMAILS: [{ VALUE: 'a@x', TYPE: 'work', Primary: true }],
      EXTERNALID: 'E',
    });
    expectResource(scim, answer, 201, 'User', {
      ...active,
      userName: 'ada',
      externalId: 'E',
      name: { givenName: 'Ada', familyName: 'L' },
      emails: [{ value: 'a@x', type: 'work', primary: true }],
    });
  });

  test('64. an extension lives below its URN, in any letter case', async () => {
    for (const [index, urn] of [ENTERPRISE, ENTERPRISE.toUpperCase(), ENTERPRISE.toLowerCase()].entries()) {
      const userName = `ada${index}`;
      await accepted(
        { userName, [urn]: { Department: 'D' } },
        { userName, [ENTERPRISE]: { department: 'D' } },
        [USER, ENTERPRISE],
      );
    }
  });

  test('65. extension data without their URN in schemas are kept; the strict profile refuses them', async () => {
    const data = { userName: 'ada', [ENTERPRISE]: { employeeNumber: '7' } };
    await accepted(data, data, [USER, ENTERPRISE]);
    const strict = await server.workspace('strict');
    expect(await post(data, strict)).toEqual(error(400, 'invalidSyntax', ENTERPRISE));
  });

  test('66. a required extension, or a required attribute in it, is missing: 400', async () => {
    const device = { schemas: [DEVICE, WARRANTY], serialNumber: 'S' };
    expect(await scim.post('/Devices', device)).toEqual(error(400, 'invalidValue', WARRANTY));
    expect(await scim.post('/Devices', { ...device, [WARRANTY]: { until: '2030-01-01T00:00:00Z' } })).toEqual(
      error(400, 'invalidValue', 'contract'),
    );
    expect(await scim.get('/Devices')).toEqual(list([]));
  });

  test('67. an unknown attribute is ignored; the strict profile refuses it', async () => {
    const user = await accepted(
      { userName: 'ada', shoeSize: 38, name: { nope: 1, givenName: 'A' } },
      {
        userName: 'ada',
        name: { givenName: 'A' },
      },
    );
    expect(await scim.get(`/Users/${user.id}?attributes=shoeSize`)).toMatchObject({
      status: 200,
      body: { schemas: [USER], id: user.id },
    });
    const strict = await server.workspace('strict');
    expect(await post({ userName: 'ada', shoeSize: 38 }, strict)).toEqual(
      error(400, 'invalidSyntax', 'shoeSize'),
    );
    expect(await post({ userName: 'ada', name: { nope: 1 } }, strict)).toEqual(
      error(400, 'invalidSyntax', 'name.nope'),
    );
  });

  test.each([
    ['title', 7],
    ['title', true],
    ['title', { value: 'x' }],
    ['title', ['a', 'b']],
    ['userName', 7],
    ['name', 'Ada'],
    ['name', 7],
    ['emails', 7],
    ['emails', [7]],
    ['emails', [['a', 'b']]],
    ['emails', [{ value: 7 }]],
    ['emails', [{ value: 'a@x', primary: 1 }]],
    ['active', 'maybe'],
    ['active', 1],
    ['externalId', 7],
  ])('68. the wrong JSON type: %s as %j', async (name, value) => {
    await refused({ userName: 'ada', [name]: value }, 'invalidValue', name);
    expect(await scim.get('/Users')).toEqual(list([]));
  });

  test('69. "True" and "false" are booleans; the strict profile refuses them', async () => {
    await accepted({ userName: 'a', active: 'True' }, { userName: 'a', active: true });
    await accepted(
      { userName: 'b', active: 'FALSE', emails: [{ value: 'a@x', primary: 'true' }] },
      {
        userName: 'b',
        active: false,
        emails: [{ value: 'a@x', primary: true }],
      },
    );
    const strict = await server.workspace('strict');
    expect(await post({ userName: 'a', active: 'True' }, strict)).toEqual(
      error(400, 'invalidValue', 'active'),
    );
  });

  const device = (attributes: Json) =>
    scim.post('/Devices', {
      schemas: [DEVICE, WARRANTY],
      serialNumber: 'S',
      [WARRANTY]: { contract: 'C' },
      ...attributes,
    });
  const deviceShows = async (attributes: Json, shown = attributes) =>
    expectResource(
      scim,
      await device(attributes),
      201,
      'Device',
      { serialNumber: 'S', ...shown, [WARRANTY]: { contract: 'C' } },
      [DEVICE, WARRANTY],
    );

  test('70. an integer has no fraction', async () => {
    for (const slots of [1.5, '3', true])
      expect(await device({ slots })).toEqual(error(400, 'invalidValue', 'slots'));
    await deviceShows({ slots: 3, weight: 2 });
  });

  test('71. a dateTime is a whole one', async () => {
    for (const madeAt of ['2026-01-02', '2026-01-02T03:04', 'yesterday', '2026-02-30T00:00:00Z', 7, '']) {
      expect(await device({ madeAt }), String(madeAt)).toEqual(error(400, 'invalidValue', 'madeAt'));
    }
    for (const [index, madeAt] of [
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04:05.1234567+02:00',
      '2024-02-29T23:59:59.9-11:30',
    ].entries()) {
      await deviceShows({ serialNumber: `S${index}`, madeAt });
    }
  });

  test('72. binary is base64', async () => {
    for (const certificate of ['%%%', 'A', 'AQI!', 7]) {
      expect(await device({ certificate })).toEqual(error(400, 'invalidValue', 'certificate'));
    }
    await deviceShows({ certificate: 'AQIDBA==' });
    // RFC 7643 §2.3.6 lets the padding be left out.
    await deviceShows({ serialNumber: 'S2', certificate: 'AQIDBA' });
  });

  test('73. a reference is a URI', async () => {
    for (const manual of ['not a uri', 7])
      expect(await device({ manual })).toEqual(error(400, 'invalidValue', 'manual'));
    await deviceShows({ manual: 'https://example.com/a%20b?c=d#e' });
  });

  test('74. null, [] and absence are the same', async () => {
    await accepted(
      { userName: 'ada', title: null, emails: [], name: null, roles: null, [ENTERPRISE]: null },
      {
        userName: 'ada',
      },
    );
    await accepted(
      { userName: 'bob', name: { givenName: null }, emails: [{ value: null }] },
      { userName: 'bob' },
    );
  });

  test('75. two primary values: 400', async () => {
    const emails = [
      { value: 'a@x', primary: true },
      { value: 'b@x', primary: true },
    ];
    await refused({ userName: 'ada', emails }, 'invalidValue', 'primary');
  });

  test('76. the same value twice is shown once', async () => {
    const email = { value: 'a@x', type: 'work' };
    await accepted(
      { userName: 'ada', emails: [email, email, { ...email, type: 'home' }] },
      {
        userName: 'ada',
        emails: [email, { ...email, type: 'home' }],
      },
    );
  });

  test('77. a type outside the canonical values is accepted', async () => {
    await accepted({ userName: 'ada', emails: [{ value: 'a@x', type: 'custom-1' }] });
  });

  test('78. a password is accepted and never shown', async () => {
    const user = await accepted({ userName: 'ada', password: 'Secret-12345' }, { userName: 'ada' });
    const path = `/Users/${user.id}`;
    const answers = [
      await scim.get(path),
      await scim.get(`${path}?attributes=password,userName`),
      await scim.get('/Users?attributes=password'),
      await scim.post('/Users/.search', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        attributes: ['password'],
      }),
      await scim.put(path, { schemas: [USER], userName: 'ada', password: 'Secret-54321' }),
      await scim.patch(path, [{ op: 'replace', path: 'password', value: 'Secret-99999' }]),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(JSON.stringify(answers)).not.toMatch(/password|Secret/i);
  });

  test('79. a password is kept as a salted hash and written nowhere else', async () => {
    await scim.user({ userName: 'ada', password: 'Secret-12345' });
    await scim.user({ userName: 'bob', password: 'Secret-12345' });
    const { hashes, traces } = await server.passwordTraces(scim, 'Secret-12345');
    expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$/), expect.stringMatching(/^\$argon2id\$/)]);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(traces).toEqual([]);
  });

  test('80. externalId keeps its letters and need not be unique', async () => {
    await accepted({ userName: 'ada', externalId: 'Ext-ID-1' });
    await accepted({ userName: 'bob', externalId: 'Ext-ID-1' });
    expect(await scim.find('externalId eq "Ext-ID-1"')).toEqual(['ada', 'bob']);
  });

  test('81. a country outside ISO 3166 is accepted', async () => {
    await accepted({ userName: 'ada', addresses: [{ country: 'Germany', type: 'work' }] });
  });

  test('82. attributes and excludedAttributes cut the answer', async () => {
    const body = (userName: string) => ({ schemas: [USER], userName, title: 'T', nickName: 'N' });
    const named = await scim.post('/Users?attributes=userName', body('ada'));
    expect(named).toEqual({
      status: 201,
      headers: {
        'content-type': 'application/scim+json',
        etag: expect.any(String),
        location: expect.any(String),
      },
      body: { schemas: [USER], id: named.body.id, userName: 'ada' },
    });
    const answer = await scim.post('/Users?excludedAttributes=title,meta', body('bob'));
    expect(answer).toEqual({
      status: 201,
      headers: {
        'content-type': 'application/scim+json',
        etag: expect.any(String),
        location: expect.any(String),
      },
      body: { schemas: [USER], id: answer.body.id, userName: 'bob', nickName: 'N', active: true },
    });
    expect(await scim.get(`/Users/${named.body.id}`)).toMatchObject({ body: { title: 'T', nickName: 'N' } });
  });

  test('82a. Prefer: return=minimal leaves the body out', async () => {
    const answer = await scim.post(
      '/Users',
      { schemas: [USER], userName: 'ada' },
      { prefer: 'return=minimal' },
    );
    const user = (await scim.get('/Users')).body.Resources[0];
    expect(answer).toEqual(
      empty(201, {
        etag: user.meta.version,
        location: user.meta.location,
        'preference-applied': 'return=minimal',
      }),
    );
  });

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
    await refused({ userName: 'ada' }, 'uniqueness', 'ada');
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));

    const okta = await server.workspace('okta');
    const old = await okta.user({ userName: 'ada', externalId: 'E', title: 'Old', active: false });
    const answer = await post({ userName: 'ADA', externalId: 'E', active: true, nickName: 'New' }, okta);
    const restored = expectResource(okta, answer, 200, 'User', {
      userName: 'ADA',
      externalId: 'E',
      active: true,
      nickName: 'New',
    });
    expect(restored.id).toBe(old.id);
    expect(restored.meta.created).toBe(old.meta.created);
    expect(await post({ userName: 'ada' }, okta)).toEqual(error(409, 'uniqueness', 'ada'));
  });

  test('92. a Group posted to /Users: 400', async () => {
    const ada = await scim.post('/Users', { schemas: [GROUP], displayName: 'G' });
    expect(ada).toEqual(error(400, 'invalidSyntax', USER));
    await accepted({ userName: 'ada', meta: { resourceType: 'Group' } }, { userName: 'ada' });
  });

  test('the workspace role is accepted and shown nowhere', async () => {
    await accepted(
      { schemas: [USER, PLATFORM], userName: 'ada', [PLATFORM]: { role: 'builder' } },
      { userName: 'ada' },
    );
    await refused({ userName: 'bob', [PLATFORM]: { role: 'king' } }, 'invalidValue', 'role');
  });
});
