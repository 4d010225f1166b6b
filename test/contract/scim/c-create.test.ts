import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  ENTERPRISE,
  empty,
  error,
  expectResource,
  GROUP,
  list,
  one,
  type ScimClient,
  UNKNOWN_ID,
  USER,
} from './client.js';
import { PostedUsers, postUser } from './posted-users.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
let users: PostedUsers;
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  users = new PostedUsers(scim);
});

describe('C. Create: what a body is', () => {
  test('47. the least user: 201 and the whole body', async () => {
    await users.accepts({ userName: 'ada' });
  });

  test('48. Location is meta.location, and answers', async () => {
    const answer = await postUser(scim, { userName: 'ada' });
    expect(answer.headers.location).toBe(`${scim.base}/Users/${answer.body.id}`);
    expect(answer.body.meta.location).toBe(answer.headers.location);
    expect(await scim.at(new URL(answer.body.meta.location).pathname)).toEqual(one(answer.body));
  });

  test('49. the service makes id and meta', async () => {
    const { meta } = await users.accepts({ userName: 'ada' });
    expect(meta.created).toBe(meta.lastModified);
    expect(Math.abs(Date.now() - Date.parse(meta.created))).toBeLessThan(60_000);
  });

  test('50. an id from the client is ignored', async () => {
    const user = await users.accepts({ userName: 'ada', id: UNKNOWN_ID }, { userName: 'ada' });
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
    const user = await users.accepts({ userName: 'ada', meta }, { userName: 'ada' });
    expect(Date.parse(user.meta.created)).toBeGreaterThan(Date.parse('2002-01-01T00:00:00Z'));
  });

  test('52. readOnly attributes are ignored', async () => {
    const group = await scim.group('G');
    const boss = await scim.user({ userName: 'boss', displayName: 'The Boss' });
    await users.accepts(
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
    await users.refuses({ userName: 'ada' }, 'uniqueness', '"ada"');
    expect(await scim.get('/Users')).toEqual(list([ada]));
  });

  test('55. the same userName in other letters: 409', async () => {
    await scim.user('Ada');
    for (const userName of ['ADA', 'aDa']) await users.refuses({ userName }, 'uniqueness', userName);
  });

  test('56. the same userName after the PRECIS mapping: 409', async () => {
    await scim.user('René');
    await scim.user('ada1');
    for (const userName of ['rene\u0301', 'RENE\u0301', 'ａｄａ１', 'ＡＤＡ1']) {
      await users.refuses({ userName }, 'uniqueness', userName);
    }
  });

  test('57. without a userName: 400', async () => {
    for (const userName of [undefined, '', null, '   ', []])
      await users.refuses({ userName }, 'invalidValue', 'userName');
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
    await users.accepts(
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
    await users.accepts(
      { schemas: [ENTERPRISE, USER], userName: 'a', ...shown },
      { userName: 'a', ...shown },
      [USER, ENTERPRISE],
    );
    await users.accepts(
      { schemas: [USER, ENTERPRISE], userName: 'b', ...shown },
      { userName: 'b', ...shown },
      [USER, ENTERPRISE],
    );
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
      active: true,
      userName: 'ada',
      externalId: 'E',
      name: { givenName: 'Ada', familyName: 'L' },
      emails: [{ value: 'a@x', type: 'work', primary: true }],
    });
  });

  test('64. an extension lives below its URN, in any letter case', async () => {
    for (const [index, urn] of [ENTERPRISE, ENTERPRISE.toUpperCase(), ENTERPRISE.toLowerCase()].entries()) {
      const userName = `ada${index}`;
      await users.accepts(
        { userName, [urn]: { Department: 'D' } },
        { userName, [ENTERPRISE]: { department: 'D' } },
        [USER, ENTERPRISE],
      );
    }
  });

  test('65. extension data without their URN in schemas are kept; the strict profile refuses them', async () => {
    const data = { userName: 'ada', [ENTERPRISE]: { employeeNumber: '7' } };
    await users.accepts(data, data, [USER, ENTERPRISE]);
    const strict = await server.workspace('strict');
    expect(await postUser(strict, data)).toEqual(error(400, 'invalidSyntax', ENTERPRISE));
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
    const user = await users.accepts(
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
    expect(await postUser(strict, { userName: 'ada', shoeSize: 38 })).toEqual(
      error(400, 'invalidSyntax', 'shoeSize'),
    );
    expect(await postUser(strict, { userName: 'ada', name: { nope: 1 } })).toEqual(
      error(400, 'invalidSyntax', 'name.nope'),
    );
  });

  test('80. externalId keeps its letters and need not be unique', async () => {
    await users.accepts({ userName: 'ada', externalId: 'Ext-ID-1' });
    await users.accepts({ userName: 'bob', externalId: 'Ext-ID-1' });
    expect(await scim.find('externalId eq "Ext-ID-1"')).toEqual(['ada', 'bob']);
  });

  test('81. a country outside ISO 3166 is accepted', async () => {
    await users.accepts({ userName: 'ada', addresses: [{ country: 'Germany', type: 'work' }] });
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
});
