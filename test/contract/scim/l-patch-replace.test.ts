import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ENTERPRISE,
  error,
  expectResource,
  type Json,
  PLATFORM,
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
  server = await openScim();
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
  ada = await PatchedUser.in(scim);
});

describe('L. PATCH: replace', () => {
  const emails = [
    { value: 'a@x', type: 'work', display: 'A' },
    { value: 'b@x', type: 'home' },
    { value: 'c@x', type: 'work' },
  ];
  const shown = { ...base, title: 'T', emails };
  beforeEach(async () => {
    await ada.gives([addTitle, { op: 'add', path: 'emails', value: emails }], shown);
  });

  test('250. without a path: each named attribute', () =>
    ada.gives([{ op: 'replace', value: { title: 'U', emails: [{ value: 'z@x' }] } }], {
      ...base,
      title: 'U',
      emails: [{ value: 'z@x' }],
    }));

  test('250b. without a path, null for an extension unassigns it, the role apart', async () => {
    const set = { [ENTERPRISE]: { department: 'D' }, [PLATFORM]: { role: 'builder' } };
    const { department } = set[ENTERPRISE];
    await ada.gives([{ op: 'add', value: set }], { ...shown, [ENTERPRISE]: { department } }, [
      USER,
      ENTERPRISE,
    ]);
    await ada.gives([{ op: 'replace', value: { [ENTERPRISE]: null } }], shown);
    expect((await server.hidden(scim, ada.id)).role).toBe('builder');
  });

  test('251. id, schemas and meta within the value are ignored', async () => {
    const group = await scim.group('G');
    const value = { id: group.id, schemas: ['x'], meta: { version: 'x' }, displayName: 'H' };
    const answer = await scim.patch(`/Groups/${group.id}`, [{ op: 'replace', value }]);
    expectResource(scim, answer, 200, 'Group', { displayName: 'H' });
    await ada.gives([{ op: 'replace', value: { id: 'x', groups: [{ value: UNKNOWN_ID }], title: 'U' } }], {
      ...shown,
      title: 'U',
    });
  });

  test('252. a single value, or one that was absent', async () => {
    await ada.gives([{ op: 'replace', path: 'title', value: 'U' }], { ...shown, title: 'U' });
    await ada.gives([{ op: 'replace', path: 'nickName', value: 'N' }], {
      ...shown,
      title: 'U',
      nickName: 'N',
    });
  });

  test('253. a whole list', () =>
    ada.gives([{ op: 'replace', path: 'emails', value: [{ value: 'z@x' }] }], {
      ...shown,
      emails: [{ value: 'z@x' }],
    }));

  test('254. a complex value is merged', async () => {
    await ada.gives([{ op: 'replace', path: 'name', value: { familyName: 'L' } }], {
      ...shown,
      name: { givenName: 'Ada', familyName: 'L' },
    });
    await ada.gives([{ op: 'replace', path: 'name', value: { givenName: null, familyName: 'M' } }], {
      ...shown,
      name: { familyName: 'M' },
    });
  });

  test('255. every element that matches is replaced', () =>
    ada.gives([{ op: 'replace', path: 'emails[type eq "home"]', value: { value: 'z@x', type: 'other' } }], {
      ...shown,
      emails: [emails[0], { value: 'z@x', type: 'other' }, emails[2]],
    }));

  test('256. one sub-attribute of every element that matches', () =>
    ada.gives([{ op: 'replace', path: 'emails[type eq "work"].display', value: 'D' }], {
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
      await ada.refuses([{ op: 'replace', path, value: 'x' }], 400, 'noTarget');
    }
    scim = await server.workspace('strict');
    ada = await PatchedUser.in(scim);
    await ada.refuses([{ op: 'replace', path: 'emails[type eq "work"].value', value: 'x' }], 400, 'noTarget');
  });

  test('258. an eq on a canonical type makes the element', () =>
    ada.gives(
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
    await ada.gives(
      [
        { op: 'replace', path: 'title', value: null },
        { op: 'replace', path: 'emails', value: [] },
      ],
      base,
    );
    const answer = await ada.patch([{ op: 'replace', path: 'userName', value: null }]);
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
    await ada.gives([operation], { ...shown, active: false });
    await ada.gives([{ op: 'replace', value: { active: 'True' } }], shown);
  });

  test('262. a quoted boolean in the filter of a path', async () => {
    const role = { value: '{"id":1}', primary: true };
    await ada.gives([{ op: 'add', path: 'roles', value: [role, { value: 'x' }] }], {
      ...shown,
      roles: [role, { value: 'x' }],
    });
    await ada.gives([{ op: 'replace', path: 'roles[primary eq "True"].value', value: '{"id":2}' }], {
      ...shown,
      roles: [{ value: '{"id":2}', primary: true }, { value: 'x' }],
    });
  });

  test('263. without a value: 400', async () => {
    await ada.refuses([{ op: 'replace', path: 'title' }], 400, 'invalidValue', '"value"');
    await ada.refuses([{ op: 'replace' }], 400, 'invalidValue', '"value"');
  });
});
