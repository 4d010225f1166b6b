import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  type Answer,
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
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
let ada: Answer['body'];
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  ada = await scim.user({ userName: 'ada', name: { givenName: 'Ada' } });
});

const patch = (operations: unknown, headers = {}) => scim.patch(`/Users/${ada.id}`, operations, headers);
const send = (body: Json) => scim.send('PATCH', `/Users/${ada.id}`, { body });
const base = { userName: 'ada', active: true, name: { givenName: 'Ada' } };
const addTitle = { op: 'add', path: 'title', value: 'T' };

/** Asserts that operations are refused and leave the user as it was. */
async function refuses(
  operations: unknown,
  status: number,
  scimType: string | undefined,
  detail: string | RegExp = /\S/,
) {
  expect(await patch(operations), JSON.stringify(operations)).toEqual(error(status, scimType, detail));
  expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
}

/** Asserts that operations succeed and the user has exactly these attributes afterwards. */
async function gives(operations: unknown, attributes: Json, schemas = [USER]): Promise<void> {
  ada = expectResource(scim, await patch(operations), 200, 'User', attributes, schemas);
  expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
}

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
    await refuses([], 400, 'invalidSyntax', 'at least one');
    const entra = await server.workspace('entra');
    const user = await entra.user('ada');
    expect(await entra.patch(`/Users/${user.id}`, [])).toEqual(one(user));
  });

  test('203. an operation that does not exist: 400', async () => {
    for (const op of [undefined, null, 'move', 'test', 'copy', 7, '']) {
      await refuses([{ ...addTitle, op }], 400, 'invalidSyntax', '"op" must be');
    }
    await refuses(['add'], 400, 'invalidSyntax', 'must be an object');
  });

  test('204. operations in any letter case', async () => {
    await gives([{ op: 'Add', path: 'title', value: 'T' }], { ...base, title: 'T' });
    await gives([{ op: 'REPLACE', path: 'title', value: 'U' }], { ...base, title: 'U' });
    await gives([{ op: 'Remove', path: 'title' }], base);
  });

  test('205. keys of the envelope in any letter case', async () => {
    const answer = await send({
      SCHEMAS: [PATCH_OP],
      operations: [{ OP: 'add', Path: 'title', Value: 'T' }],
    });
    expectResource(scim, answer, 200, 'User', { ...base, title: 'T' });
  });

  test('206. operations run in order', () =>
    gives(
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
    await refuses([addTitle, { op: 'add', path: 'nope', value: 1 }], 400, 'invalidPath', 'Operations[1]');
    await refuses(
      [addTitle, { op: 'replace', path: 'emails[type eq "x"].display', value: 'D' }],
      400,
      'noTarget',
    );
    await refuses([addTitle, { op: 'remove', path: 'userName' }], 400, 'mutability', 'userName');
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
    const minimal = await patch([{ op: 'remove', path: 'title' }], { prefer: 'return=minimal' });
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
      await refuses([{ op: 'add', path, value: 'x' }], 400, 'invalidPath');
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
      await refuses([{ op: 'add', path, value: 'x' }], 400, 'invalidPath');
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
      await refuses([{ op: 'replace', path, value: 'x' }], 400, 'invalidPath', /at character \d+/);
    }
    await refuses(
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
      await refuses([{ op: 'replace', path, value: 'x' }], 400, 'mutability');
      await refuses([{ op: 'remove', path }], 400, 'mutability');
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
    await gives([{ op: 'add', path: 'NAME.FamilyName', value: 'L' }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
    });
    await gives([{ op: 'add', path: `${USER}:title`, value: 'T' }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
      title: 'T',
    });
    await gives([{ op: 'replace', path: `${USER.toUpperCase()}:NAME.givenName`, value: 'A' }], {
      ...base,
      name: { givenName: 'A', familyName: 'L' },
      title: 'T',
    });
    await gives(
      [{ op: 'add', path: `${ENTERPRISE.toLowerCase()}:DEPARTMENT`, value: 'D' }],
      { ...base, name: { givenName: 'A', familyName: 'L' }, title: 'T', [ENTERPRISE]: { department: 'D' } },
      [USER, ENTERPRISE],
    );
  });

  test('216. a path that is the URN of an extension takes an object', async () => {
    await gives(
      [{ op: 'add', path: ENTERPRISE, value: { department: 'D', division: 'V' } }],
      { ...base, [ENTERPRISE]: { department: 'D', division: 'V' } },
      [USER, ENTERPRISE],
    );
    await gives(
      [{ op: 'replace', path: ENTERPRISE.toUpperCase(), value: { department: 'E' } }],
      { ...base, [ENTERPRISE]: { department: 'E', division: 'V' } },
      [USER, ENTERPRISE],
    );
    await refuses([{ op: 'add', path: ENTERPRISE, value: 'x' }], 400, 'invalidValue', ENTERPRISE);
  });

  test('217. schemas follows the extensions that are in use', async () => {
    const department = `${ENTERPRISE}:department`;
    await gives(
      [{ op: 'add', path: department, value: 'D' }],
      { ...base, [ENTERPRISE]: { department: 'D' } },
      [USER, ENTERPRISE],
    );
    await gives([{ op: 'remove', path: department }], base);
    await gives(
      [{ op: 'add', value: { [ENTERPRISE]: { division: 'V' } } }],
      { ...base, [ENTERPRISE]: { division: 'V' } },
      [USER, ENTERPRISE],
    );
    await gives([{ op: 'remove', path: ENTERPRISE }], base);
  });

  test('218. the last primary wins', async () => {
    const email = (value: string, primary?: boolean) => ({
      value,
      type: value,
      ...(primary === undefined ? {} : { primary }),
    });
    await gives([{ op: 'add', path: 'emails', value: [email('a', true), email('b')] }], {
      ...base,
      emails: [email('a', true), email('b')],
    });
    await gives([{ op: 'add', path: 'emails', value: [email('c', true)] }], {
      ...base,
      emails: [email('a', false), email('b'), email('c', true)],
    });
    await gives([{ op: 'replace', path: 'emails[type eq "b"].primary', value: true }], {
      ...base,
      emails: [email('a', false), email('b', true), email('c', false)],
    });
  });

  test('219. the result must fit the schema', async () => {
    await scim.user('bob');
    await refuses([{ op: 'replace', path: 'title', value: 7 }], 400, 'invalidValue', 'title');
    await refuses([{ op: 'add', path: 'emails', value: [{ value: 7 }] }], 400, 'invalidValue', 'emails');
    await refuses([{ op: 'replace', path: 'userName', value: '' }], 400, 'invalidValue', 'userName');
    await refuses([{ op: 'replace', path: 'userName', value: 'BOB' }], 409, 'uniqueness', 'BOB');
    await refuses([{ op: 'replace', value: { active: 'maybe' } }], 400, 'invalidValue', 'active');
  });

  test('220. If-Match with another version: 412', async () => {
    expect(await patch([addTitle], { 'if-match': 'W/"0"' })).toEqual(error(412, undefined, ada.id));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
    const answer = await patch([addTitle], { 'if-match': ada.meta.version });
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
    await gives(operations, shown);
    expect(await patch(operations)).toEqual(one(ada));
  });

  test('223. a password is accepted and not shown', async () => {
    const { passwordHash: before } = await server.hidden(scim, ada.id);
    await gives([{ op: 'replace', path: 'password', value: 'Secret-12345' }], base);
    await gives([{ op: 'replace', value: { password: 'Secret-54321' } }], base);
    expect(before).toBeNull();
    expect((await server.hidden(scim, ada.id)).passwordHash).toMatch(/^\$argon2id\$/);
  });
});

describe('J. PATCH: add', () => {
  test('224. without a value: 400', async () => {
    await refuses([{ op: 'add', path: 'title' }], 400, 'invalidValue', '"value"');
    await refuses([{ op: 'add' }], 400, 'invalidValue', '"value"');
  });

  test('225. without a path the value is merged', async () => {
    await gives(
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
    await gives([addTitle], { ...base, title: 'T' });
    await gives([{ op: 'add', path: 'title', value: 'U' }], { ...base, title: 'U' });
  });

  test('227. an array or one object is appended', async () => {
    const [a, b] = [{ value: 'a@x' }, { value: 'b@x' }];
    await gives([{ op: 'add', path: 'emails', value: [a] }], { ...base, emails: [a] });
    await gives([{ op: 'add', path: 'emails', value: b }], { ...base, emails: [a, b] });
    scim = await server.workspace('strict');
    ada = await scim.user(base);
    await gives([{ op: 'add', path: 'emails', value: b }], { ...base, emails: [b] });
  });

  test('228. a value that is there already changes nothing', async () => {
    const email = { value: 'a@x', type: 'work' };
    await gives([addTitle, { op: 'add', path: 'emails', value: [email] }], {
      ...base,
      title: 'T',
      emails: [email],
    });
    expect(await patch([addTitle, { op: 'add', path: 'emails', value: [email] }])).toEqual(one(ada));
    expect(await patch([{ op: 'add', value: { title: 'T', emails: [email] } }])).toEqual(one(ada));
  });

  test('229. a complex value keeps what is not named', () =>
    gives([{ op: 'add', path: 'name', value: { familyName: 'L' } }], {
      ...base,
      name: { givenName: 'Ada', familyName: 'L' },
    }));

  test('230. a sub-attribute of what is unset makes it', async () => {
    await gives([{ op: 'remove', path: 'name' }], { userName: 'ada', active: true });
    await gives([{ op: 'add', path: 'name.givenName', value: 'A' }], {
      userName: 'ada',
      active: true,
      name: { givenName: 'A' },
    });
  });

  test('231. keys of a value without a path may be paths', () =>
    gives(
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
    await gives([{ op: 'add', path: 'emails[type eq "work"].value', value: 'a@x' }], {
      ...base,
      emails: [{ type: 'work', value: 'a@x' }],
    });
    await gives([{ op: 'add', path: 'emails[type eq "work"].value', value: 'b@x' }], {
      ...base,
      emails: [{ type: 'work', value: 'b@x' }],
    });
  });

  test('233. several sub-attributes by one filter land in one element', () =>
    gives(
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
      members: [member(ada), member(bob)],
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
    await gives([{ op: 'Add', path, value: boss.id }], shown(boss), [USER, ENTERPRISE]);
    await gives([{ op: 'Add', path: 'manager', value: { value: chef.id } }], shown(chef), [USER, ENTERPRISE]);
    await gives([{ op: 'Replace', path, value: [{ $ref: null, value: boss.id }] }], shown(boss), [
      USER,
      ENTERPRISE,
    ]);
  });

  test('236. an array of one for a single value, and one value for a list', () =>
    gives(
      [
        { op: 'add', path: 'title', value: ['T'] },
        { op: 'add', path: 'emails', value: 'a@x' },
        { op: 'add', value: { nickName: ['N'], roles: 'R' } },
      ],
      { ...base, title: 'T', nickName: 'N', emails: [{ value: 'a@x' }], roles: [{ value: 'R' }] },
    ));
});

describe('K. PATCH: remove', () => {
  const emails = [
    { value: 'a@x', type: 'work', display: 'A' },
    { value: 'b@x', type: 'home' },
    { value: 'c@x', type: 'other' },
  ];
  const shown = { ...base, title: 'T', emails };
  beforeEach(async () => {
    await gives([addTitle, { op: 'add', path: 'emails', value: emails }], shown);
  });

  test('237. without a path: 400 noTarget', () => refuses([{ op: 'remove' }], 400, 'noTarget', '"path"'));

  test('238. a single value', () => gives([{ op: 'remove', path: 'title' }], { ...base, emails }));

  test('239. a list', () => gives([{ op: 'remove', path: 'emails' }], { ...base, title: 'T' }));

  test('240. the elements that match; the others keep their order', async () => {
    await gives([{ op: 'remove', path: 'emails[type eq "home"]' }], {
      ...shown,
      emails: [emails[0], emails[2]],
    });
    await gives([{ op: 'remove', path: 'emails[value sw "a" or value sw "c"]' }], { ...base, title: 'T' });
  });

  test('241. a sub-attribute of the elements that match', () =>
    gives([{ op: 'remove', path: 'emails[type eq "work"].display' }], {
      ...shown,
      emails: [{ value: 'a@x', type: 'work' }, emails[1], emails[2]],
    }));

  test('242. what is required: 400 mutability', async () => {
    await refuses([{ op: 'remove', path: 'userName' }], 400, 'mutability', 'userName');
    const group = await scim.group('G');
    expect(await scim.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'displayName' }])).toEqual(
      error(400, 'mutability', 'displayName'),
    );
  });

  test('243. what is readOnly: 400 mutability', async () => {
    for (const path of ['id', 'meta.created', 'groups'])
      await refuses([{ op: 'remove', path }], 400, 'mutability', path);
  });

  test('244. a filter that matches nothing: noTarget, save for members and in the lenient profiles', async () => {
    const remove = [{ op: 'remove', path: 'emails[type eq "fax"]' }];
    await refuses(remove, 400, 'noTarget', 'emails');
    const members = (id: string) => [{ op: 'remove', path: `members[value eq "${id}"]` }];
    const group = await scim.group('G', [ada.id]);
    expect(await scim.patch(`/Groups/${group.id}`, members(UNKNOWN_ID))).toEqual(one(group));
    for (const profile of ['okta', 'entra'] as const) {
      const lenient = await server.workspace(profile);
      const user = await lenient.user('ada');
      expect(await lenient.patch(`/Users/${user.id}`, remove)).toEqual(one(user));
    }
    const strict = await server.workspace('strict');
    const user = await strict.user('ada');
    expect(await strict.patch(`/Users/${user.id}`, remove)).toEqual(error(400, 'noTarget'));
    const { id } = await strict.group('G');
    expect(await strict.patch(`/Groups/${id}`, members(UNKNOWN_ID))).toEqual(error(400, 'noTarget'));
  });

  /** A group with three members, and what it shows with some of them. */
  async function trio() {
    const users = [ada, await scim.user('bob'), await scim.user('cyd')];
    const group = await scim.group(
      'G',
      users.map(({ id }) => id),
    );
    const shows = (...indexes: number[]) => ({
      displayName: 'G',
      ...(indexes.length === 0
        ? {}
        : {
            members: indexes.map((index) => ({
              value: users[index].id,
              $ref: users[index].meta.location,
              display: users[index].userName,
              type: 'User',
            })),
          }),
    });
    const ids = users.map(({ id }) => id as string);
    const edit = (...operations: Json[]) => scim.patch(`/Groups/${group.id}`, operations);
    return { ids, shows, edit };
  }

  test('245. a list of members removes these alone', async () => {
    const { ids, shows, edit } = await trio();
    const value = [{ value: ids[0], $ref: null }, { value: UNKNOWN_ID }];
    expectResource(scim, await edit({ op: 'Remove', path: 'members', value }), 200, 'Group', shows(1, 2));
    expectResource(scim, await edit({ op: 'Remove', path: 'members', value: [] }), 200, 'Group', shows(1, 2));
    expectResource(
      scim,
      await edit({ op: 'Remove', path: 'members', value: { value: ids[1] } }),
      200,
      'Group',
      shows(2),
    );
    expectResource(scim, await edit({ op: 'Remove', path: 'members' }), 200, 'Group', shows());
  });

  test('246. a filter over several members', async () => {
    const { ids, shows, edit } = await trio();
    const path = `members[value eq "${ids[0]}" or value eq "${ids[2]}"]`;
    expectResource(scim, await edit({ op: 'remove', path }), 200, 'Group', shows(1));
  });

  test('247. what is unset', async () => {
    expect(
      await patch([
        { op: 'remove', path: 'nickName' },
        { op: 'remove', path: 'name.familyName' },
      ]),
    ).toEqual(one(ada));
    expect(
      await patch([
        { op: 'remove', path: 'phoneNumbers' },
        { op: 'remove', path: ENTERPRISE },
      ]),
    ).toEqual(one(ada));
  });

  test.each<[string, (id: string) => Json]>([
    ['by its path', () => ({ op: 'remove', path: `${ENTERPRISE}:manager` })],
    ['by a bare path', () => ({ op: 'Remove', path: 'manager' })],
    ['by a filter', (id) => ({ op: 'remove', path: `manager[value eq "${id}"]` })],
    ['by ""', () => ({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' })],
    ['by null', () => ({ op: 'replace', path: `${ENTERPRISE}:manager`, value: null })],
  ])('248. a manager is removed %s', async (_, operation) => {
    const boss = await scim.user({ userName: 'boss', displayName: 'Boss' });
    await gives(
      [{ op: 'add', path: 'manager', value: boss.id }],
      {
        ...shown,
        [ENTERPRISE]: { manager: { value: boss.id, $ref: boss.meta.location, displayName: 'Boss' } },
      },
      [USER, ENTERPRISE],
    );
    await gives([operation(boss.id)], shown);
  });

  test('249. a list removes the elements that are equal to its own', async () => {
    await gives([{ op: 'remove', path: 'emails', value: [{ value: 'b@x', type: 'home' }] }], {
      ...shown,
      emails: [emails[0], emails[2]],
    });
    await gives(
      [{ op: 'remove', path: 'emails', value: [{ value: 'a@x' }, { value: 'c@x', type: 'work' }] }],
      {
        ...shown,
        emails: [emails[2]],
      },
    );
  });
});

describe('L. PATCH: replace', () => {
  const emails = [
    { value: 'a@x', type: 'work', display: 'A' },
    { value: 'b@x', type: 'home' },
    { value: 'c@x', type: 'work' },
  ];
  const shown = { ...base, title: 'T', emails };
  beforeEach(async () => {
    await gives([addTitle, { op: 'add', path: 'emails', value: emails }], shown);
  });

  test('250. without a path: each named attribute', () =>
    gives([{ op: 'replace', value: { title: 'U', emails: [{ value: 'z@x' }] } }], {
      ...base,
      title: 'U',
      emails: [{ value: 'z@x' }],
    }));

  test('251. id, schemas and meta within the value are ignored', async () => {
    const group = await scim.group('G');
    const value = { id: group.id, schemas: ['x'], meta: { version: 'x' }, displayName: 'H' };
    const answer = await scim.patch(`/Groups/${group.id}`, [{ op: 'replace', value }]);
    expectResource(scim, answer, 200, 'Group', { displayName: 'H' });
    await gives([{ op: 'replace', value: { id: 'x', groups: [{ value: UNKNOWN_ID }], title: 'U' } }], {
      ...shown,
      title: 'U',
    });
  });

  test('252. a single value, or one that was absent', async () => {
    await gives([{ op: 'replace', path: 'title', value: 'U' }], { ...shown, title: 'U' });
    await gives([{ op: 'replace', path: 'nickName', value: 'N' }], { ...shown, title: 'U', nickName: 'N' });
  });

  test('253. a whole list', () =>
    gives([{ op: 'replace', path: 'emails', value: [{ value: 'z@x' }] }], {
      ...shown,
      emails: [{ value: 'z@x' }],
    }));

  test('254. a complex value is merged', async () => {
    await gives([{ op: 'replace', path: 'name', value: { familyName: 'L' } }], {
      ...shown,
      name: { givenName: 'Ada', familyName: 'L' },
    });
    await gives([{ op: 'replace', path: 'name', value: { givenName: null, familyName: 'M' } }], {
      ...shown,
      name: { familyName: 'M' },
    });
  });

  test('255. every element that matches is replaced', () =>
    gives([{ op: 'replace', path: 'emails[type eq "home"]', value: { value: 'z@x', type: 'other' } }], {
      ...shown,
      emails: [emails[0], { value: 'z@x', type: 'other' }, emails[2]],
    }));

  test('256. one sub-attribute of every element that matches', () =>
    gives([{ op: 'replace', path: 'emails[type eq "work"].display', value: 'D' }], {
      ...shown,
      emails: [{ ...emails[0], display: 'D' }, emails[1], { ...emails[2], display: 'D' }],
    }));

  test('257. a filter that matches nothing: 400 noTarget', async () => {
    for (const path of [
      'emails[value sw "q"].display',
      'emails[type eq "fax"].value',
      'emails[type eq "other" or type eq "x"].value',
      'emails[not (type pr)].value',
    ]) {
      await refuses([{ op: 'replace', path, value: 'x' }], 400, 'noTarget');
    }
    scim = await server.workspace('strict');
    ada = await scim.user(base);
    await refuses([{ op: 'replace', path: 'emails[type eq "work"].value', value: 'x' }], 400, 'noTarget');
  });

  test('258. an eq on a canonical type makes the element', () =>
    gives(
      [
        { op: 'Replace', path: 'emails[type eq "other"].value', value: 'o@x' },
        { op: 'Replace', path: 'phoneNumbers[type eq "mobile" and primary eq true].value', value: '1' },
      ],
      {
        ...shown,
        emails: [...emails, { type: 'other', value: 'o@x' }],
        phoneNumbers: [{ type: 'mobile', primary: true, value: '1' }],
      },
    ));

  test('259. null or [] unassigns; not what is required', async () => {
    await gives(
      [
        { op: 'replace', path: 'title', value: null },
        { op: 'replace', path: 'emails', value: [] },
      ],
      base,
    );
    const answer = await patch([{ op: 'replace', path: 'userName', value: null }]);
    expect(answer).toEqual(
      error(400, expect.stringMatching(/^(?:mutability|invalidValue)$/) as never, 'userName'),
    );
  });

  test('260. members: [] or null empties, a list sets', async () => {
    const bob = await scim.user('bob');
    const group = await scim.group('G', [ada.id]);
    const replace = (value: unknown) =>
      scim.patch(`/Groups/${group.id}`, [{ op: 'replace', path: 'members', value }]);
    const member = { value: bob.id, $ref: bob.meta.location, display: 'bob', type: 'User' };
    for (const nobody of [[], null]) {
      const set = await replace([{ value: bob.id }]);
      expectResource(scim, set, 200, 'Group', { displayName: 'G', members: [member] });
      expectResource(scim, await replace(nobody), 200, 'Group', { displayName: 'G' });
    }
  });

  test.each<[string, Json]>([
    ['false', { op: 'replace', path: 'active', value: false }],
    ['"False"', { op: 'Replace', path: 'active', value: 'False' }],
    ['{"active":false}', { op: 'replace', value: { active: false } }],
    ['["false"]', { op: 'replace', path: 'active', value: ['false'] }],
  ])('261. active is replaced with %s', async (_, operation) => {
    await gives([operation], { ...shown, active: false });
    await gives([{ op: 'replace', value: { active: 'True' } }], shown);
  });

  test('262. a quoted boolean in the filter of a path', async () => {
    const role = { value: '{"id":1}', primary: true };
    await gives([{ op: 'add', path: 'roles', value: [role, { value: 'x' }] }], {
      ...shown,
      roles: [role, { value: 'x' }],
    });
    await gives([{ op: 'replace', path: 'roles[primary eq "True"].value', value: '{"id":2}' }], {
      ...shown,
      roles: [{ value: '{"id":2}', primary: true }, { value: 'x' }],
    });
  });

  test('263. without a value: 400', async () => {
    await refuses([{ op: 'replace', path: 'title' }], 400, 'invalidValue', '"value"');
    await refuses([{ op: 'replace' }], 400, 'invalidValue', '"value"');
  });
});
