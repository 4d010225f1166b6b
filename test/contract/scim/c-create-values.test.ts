import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  ENTERPRISE,
  error,
  expectResource,
  type Json,
  list,
  PLATFORM,
  type ScimClient,
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

describe('C. Create: values', () => {
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
    await users.refuses({ userName: 'ada', [name]: value }, 'invalidValue', name);
    expect(await scim.get('/Users')).toEqual(list([]));
  });

  test('69. "True" and "false" are booleans; the strict profile refuses them', async () => {
    await users.accepts({ userName: 'a', active: 'True' }, { userName: 'a', active: true });
    await users.accepts(
      { userName: 'b', active: 'FALSE', emails: [{ value: 'a@x', primary: 'true' }] },
      {
        userName: 'b',
        active: false,
        emails: [{ value: 'a@x', primary: true }],
      },
    );
    const strict = await server.workspace('strict');
    expect(await postUser(strict, { userName: 'a', active: 'True' })).toEqual(
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
    await users.accepts(
      { userName: 'ada', title: null, emails: [], name: null, roles: null, [ENTERPRISE]: null },
      {
        userName: 'ada',
      },
    );
    await users.accepts(
      { userName: 'bob', name: { givenName: null }, emails: [{ value: null }] },
      { userName: 'bob' },
    );
  });

  test('75. two primary values: 400', async () => {
    const emails = [
      { value: 'a@x', primary: true },
      { value: 'b@x', primary: true },
    ];
    await users.refuses({ userName: 'ada', emails }, 'invalidValue', 'primary');
  });

  test('76. the same value twice is shown once', async () => {
    const email = { value: 'a@x', type: 'work' };
    await users.accepts(
      { userName: 'ada', emails: [email, email, { ...email, type: 'home' }] },
      {
        userName: 'ada',
        emails: [email, { ...email, type: 'home' }],
      },
    );
  });

  test('77. a type outside the canonical values is accepted', async () => {
    await users.accepts({ userName: 'ada', emails: [{ value: 'a@x', type: 'custom-1' }] });
  });

  test('78. a password is accepted and never shown', async () => {
    const user = await users.accepts({ userName: 'ada', password: 'Secret-12345' }, { userName: 'ada' });
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

  test('the workspace role is accepted and shown nowhere', async () => {
    await users.accepts(
      { schemas: [USER, PLATFORM], userName: 'ada', [PLATFORM]: { role: 'builder' } },
      { userName: 'ada' },
    );
    await users.refuses({ userName: 'bob', [PLATFORM]: { role: 'king' } }, 'invalidValue', 'role');
  });
});
