import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  ENTERPRISE,
  empty,
  error,
  expectResource,
  type Json,
  one,
  PATCH_OP,
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
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  ada = await PatchedUser.in(scim);
});

const send = (body: Json) => scim.send('PATCH', `/Users/${ada.id}`, { body });

describe('I. PATCH: envelope', () => {
  test('200. without the URN of a PATCH: 400', async () => {
    for (const schemas of [undefined, [], [USER], PATCH_OP]) {
      expect(await send({ schemas, Operations: [addTitle] })).toEqual(error(400, 'invalidSyntax', PATCH_OP));
    }
  });

  test('201. without Operations: 400', async () => {
    for (const Operations of [undefined, null, {}, 'x']) {
      expect(await send({ schemas: [PATCH_OP], Operations })).toEqual(
        error(400, 'invalidSyntax', 'Operations'),
      );
    }
  });

  test('202. no operation at all: 400; a no-op in the entra profile', async () => {
    await ada.refuses([], 400, 'invalidSyntax', 'at least one');
    const entra = await server.workspace('entra');
    const user = await entra.user('ada');
    expect(await entra.patch(`/Users/${user.id}`, [])).toEqual(one(user));
  });

  test('203. an operation that does not exist: 400', async () => {
    for (const op of [undefined, null, 'move', 'test', 'copy', 7, '']) {
      await ada.refuses([{ ...addTitle, op }], 400, 'invalidSyntax', '"op" must be');
    }
    await ada.refuses(['add'], 400, 'invalidSyntax', 'must be an object');
  });

  test('204. operations in any letter case', async () => {
    await ada.gives([{ op: 'Add', path: 'title', value: 'T' }], { ...base, title: 'T' });
    await ada.gives([{ op: 'REPLACE', path: 'title', value: 'U' }], { ...base, title: 'U' });
    await ada.gives([{ op: 'Remove', path: 'title' }], base);
  });

  test('205. keys of the envelope in any letter case', async () => {
    const answer = await send({
      SCHEMAS: [PATCH_OP],
      operations: [{ OP: 'add', Path: 'title', Value: 'T' }],
    });
    expectResource(scim, answer, 200, 'User', { ...base, title: 'T' });
  });

  test('206. operations run in order', () =>
    ada.gives(
      [
        { op: 'add', path: 'title', value: 'A' },
        { op: 'add', path: 'emails', value: [{ value: 'a@x', type: 'work' }] },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@x' },
        { op: 'replace', path: 'title', value: 'B' },
        { op: 'remove', path: 'name' },
      ],
      { userName: 'ada', active: true, title: 'B', emails: [{ value: 'b@x', type: 'work' }] },
    ));

  test('207. one that fails undoes all', async () => {
    await ada.refuses([addTitle, { op: 'add', path: 'nope', value: 1 }], 400, 'invalidPath', 'Operations[1]');
    await ada.refuses(
      [addTitle, { op: 'replace', path: 'emails[type eq "x"].display', value: 'D' }],
      400,
      'noTarget',
    );
    await ada.refuses([addTitle, { op: 'remove', path: 'userName' }], 400, 'mutability', 'userName');
  });

  test('208. 200 and the resource, cut as asked; 204 when the client or the workspace prefers', async () => {
    const named = await scim.send('PATCH', `/Users/${ada.id}?attributes=title`, {
      body: { schemas: [PATCH_OP], Operations: [addTitle] },
      headers: { prefer: 'return=minimal' },
    });
    const { meta } = (await scim.get(`/Users/${ada.id}`)).body;
    expect(named).toEqual({
      status: 200,
      headers: { 'content-type': 'application/scim+json', etag: meta.version, location: meta.location },
      body: { schemas: [USER], id: ada.id, title: 'T' },
    });
    const minimal = await ada.patch([{ op: 'remove', path: 'title' }], { prefer: 'return=minimal' });
    const after = (await scim.get(`/Users/${ada.id}`)).body.meta;
    expect(minimal).toEqual(
      empty(204, { etag: after.version, location: after.location, 'preference-applied': 'return=minimal' }),
    );

    const entra = await server.workspace('entra');
    const group = await entra.group('G');
    const rename = (displayName: string) => [{ op: 'Replace', path: 'displayName', value: displayName }];
    const answer = await entra.patch(`/Groups/${group.id}`, rename('H'));
    const renamed = (await entra.get(`/Groups/${group.id}`)).body;
    expect(renamed).toMatchObject({ displayName: 'H' });
    expect(answer).toEqual(empty(204, { etag: renamed.meta.version, location: renamed.meta.location }));
    const whole = await entra.patch(`/Groups/${group.id}`, rename('I'), { prefer: 'return=representation' });
    expect(whole).toEqual(one(whole.body, 200, { 'preference-applied': 'return=representation' }));
    const user = await entra.user('bob');
    expect(await entra.patch(`/Users/${user.id}`, [addTitle])).toMatchObject({
      status: 200,
      body: { title: 'T' },
    });
  });

  test('209. an unknown id: 404', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(await scim.patch(`/Users/${id}`, [addTitle])).toEqual(error(404, undefined, id));
    }
  });

  test('210. a broken path: 400 invalidPath', async () => {
    for (const path of [
      'emails[',
      'a..b',
      'name.',
      'emails[0]',
      '.name',
      'emails[type eq "work"',
      'a b',
      7,
    ]) {
      await ada.refuses([{ op: 'add', path, value: 'x' }], 400, 'invalidPath');
    }
  });

  test('211. a path to an unknown attribute: 400 invalidPath', async () => {
    for (const path of [
      'shoeSize',
      'name.shoeSize',
      'title.x',
      'urn:nope:x',
      `${ENTERPRISE}:nope`,
      'emails[type eq "x"].nope',
    ]) {
      await ada.refuses([{ op: 'add', path, value: 'x' }], 400, 'invalidPath');
    }
    const ignoring = await server.workspace('standard', { unknownPaths: 'ignore' });
    const user = await ignoring.user('ada');
    expect(await ignoring.patch(`/Users/${user.id}`, [{ op: 'add', path: 'shoeSize', value: 38 }])).toEqual(
      one(user),
    );
  });

  test('212. a broken filter in a path: 400', async () => {
    for (const path of [
      'emails[type xx "work"]',
      'emails[type eq]',
      'emails[type eq "work].value',
      'emails[]',
    ]) {
      await ada.refuses([{ op: 'replace', path, value: 'x' }], 400, 'invalidPath', /at character \d+/);
    }
    await ada.refuses(
      [{ op: 'replace', path: 'emails[nope eq "x"].value', value: 'x' }],
      400,
      expect.any(String) as never,
      'nope',
    );
  });

  test('213. a path to a readOnly attribute: 400 mutability', async () => {
    for (const path of [
      'id',
      'meta',
      'meta.created',
      'schemas',
      'groups',
      'groups[value eq "x"]',
      `${ENTERPRISE}:manager.displayName`,
    ]) {
      await ada.refuses([{ op: 'replace', path, value: 'x' }], 400, 'mutability');
      await ada.refuses([{ op: 'remove', path }], 400, 'mutability');
    }
  });

  test('214. an immutable attribute may be set once', async () => {
    const body = { schemas: [DEVICE, WARRANTY], serialNumber: 'S', [WARRANTY]: { contract: 'C' } };
    const { id } = (await scim.post('/Devices', body)).body;
    const set = (op: string, value: unknown) =>
      scim.patch(`/Devices/${id}`, [{ op, path: 'assetTag', value }]);
    const shown = { serialNumber: 'S', assetTag: 'T', [WARRANTY]: { contract: 'C' } };
    expectResource(scim, await set('add', 'T'), 200, 'Device', shown, [DEVICE, WARRANTY]);
    expectResource(scim, await set('replace', 'T'), 200, 'Device', shown, [DEVICE, WARRANTY]);
    expect(await set('replace', 'U')).toEqual(error(400, 'mutability', 'assetTag'));
    expect(await set('remove', undefined)).toEqual(error(400, 'mutability', 'assetTag'));
  });

  test('215. paths in any letter case, and qualified', async () => {
    await ada.gives([{ op: 'add', path: 'NAME.FamilyName', value: 'L' }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
    });
    await ada.gives([{ op: 'add', path: `${USER}:title`, value: 'T' }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
      title: 'T',
    });
    await ada.gives([{ op: 'replace', path: `${USER.toUpperCase()}:NAME.givenName`, value: 'A' }], {
      ...base,
      name: { givenName: 'A', familyName: 'L' },
      title: 'T',
    });
    await ada.gives(
      [{ op: 'add', path: `${ENTERPRISE.toLowerCase()}:DEPARTMENT`, value: 'D' }],
      { ...base, name: { givenName: 'A', familyName: 'L' }, title: 'T', [ENTERPRISE]: { department: 'D' } },
      [USER, ENTERPRISE],
    );
  });

  test('216. a path that is the URN of an extension takes an object', async () => {
    await ada.gives(
      [{ op: 'add', path: ENTERPRISE, value: { department: 'D', division: 'V' } }],
      { ...base, [ENTERPRISE]: { department: 'D', division: 'V' } },
      [USER, ENTERPRISE],
    );
    await ada.gives(
      [{ op: 'replace', path: ENTERPRISE.toUpperCase(), value: { department: 'E' } }],
      { ...base, [ENTERPRISE]: { department: 'E', division: 'V' } },
      [USER, ENTERPRISE],
    );
    await ada.refuses([{ op: 'add', path: ENTERPRISE, value: 'x' }], 400, 'invalidValue', ENTERPRISE);
  });

  test('217. schemas follows the extensions that are in use', async () => {
    const department = `${ENTERPRISE}:department`;
    await ada.gives(
      [{ op: 'add', path: department, value: 'D' }],
      { ...base, [ENTERPRISE]: { department: 'D' } },
      [USER, ENTERPRISE],
    );
    await ada.gives([{ op: 'remove', path: department }], base);
    await ada.gives(
      [{ op: 'add', value: { [ENTERPRISE]: { division: 'V' } } }],
      { ...base, [ENTERPRISE]: { division: 'V' } },
      [USER, ENTERPRISE],
    );
    await ada.gives([{ op: 'remove', path: ENTERPRISE }], base);
  });

  test('218. the last primary wins', async () => {
    const email = (value: string, primary?: boolean) => ({
      value,
      type: value,
      ...(primary === undefined ? {} : { primary }),
    });
    await ada.gives([{ op: 'add', path: 'emails', value: [email('a', true), email('b')] }], {
      ...base,
      emails: [email('a', true), email('b')],
    });
    await ada.gives([{ op: 'add', path: 'emails', value: [email('c', true)] }], {
      ...base,
      emails: [email('a', false), email('b'), email('c', true)],
    });
    await ada.gives([{ op: 'replace', path: 'emails[type eq "b"].primary', value: true }], {
      ...base,
      emails: [email('a', false), email('b', true), email('c', false)],
    });
  });

  test('219. the result must fit the schema', async () => {
    await scim.user('bob');
    await ada.refuses([{ op: 'replace', path: 'title', value: 7 }], 400, 'invalidValue', 'title');
    await ada.refuses([{ op: 'add', path: 'emails', value: [{ value: 7 }] }], 400, 'invalidValue', 'emails');
    await ada.refuses([{ op: 'replace', path: 'userName', value: '' }], 400, 'invalidValue', 'userName');
    await ada.refuses([{ op: 'replace', path: 'userName', value: 'BOB' }], 409, 'uniqueness', 'BOB');
    await ada.refuses([{ op: 'replace', value: { active: 'maybe' } }], 400, 'invalidValue', 'active');
  });

  test('220. If-Match with another version: 412', async () => {
    expect(await ada.patch([addTitle], { 'if-match': 'W/"0"' })).toEqual(error(412, undefined, ada.id));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada.body));
    const answer = await ada.patch([addTitle], { 'if-match': ada.body.meta.version });
    expectResource(scim, answer, 200, 'User', { ...base, title: 'T' });
  });

  test('221. PATCHes at once that add different members lose none', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, (_, index) => scim.user(`u${index}`)));
    const group = await scim.group('G');
    const answers = await Promise.all(
      users.map(({ id }) =>
        scim.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: id }] }]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
    const { members } = (await scim.get(`/Groups/${group.id}`)).body;
    expect(new Set(members.map(({ value }: Json) => value))).toEqual(new Set(users.map(({ id }) => id)));
  });

  test('222. the same PATCH twice gives the same state', async () => {
    const operations = [
      addTitle,
      { op: 'add', path: 'emails', value: [{ value: 'a@x', type: 'work' }] },
      { op: 'replace', path: 'name.familyName', value: 'L' },
    ];
    const shown = {
      ...base,
      title: 'T',
      emails: [{ value: 'a@x', type: 'work' }],
      name: { givenName: 'Ada', familyName: 'L' },
    };
    await ada.gives(operations, shown);
    expect(await ada.patch(operations)).toEqual(one(ada.body));
  });

  test('223. a password is accepted and not shown', async () => {
    const { passwordHash: before } = await server.hidden(scim, ada.id);
    await ada.gives([{ op: 'replace', path: 'password', value: 'Secret-12345' }], base);
    await ada.gives([{ op: 'replace', value: { password: 'Secret-54321' } }], base);
    expect(before).toBeNull();
    expect((await server.hidden(scim, ada.id)).passwordHash).toMatch(/^\$argon2id\$/);
  });
});
