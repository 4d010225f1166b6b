import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  type Answer,
  ENTERPRISE,
  error,
  type Json,
  list,
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

/** Ada, Bob and Cyd: enough that every operator finds some of them and not the others. */
async function people(): Promise<Record<'ada' | 'bob' | 'cyd', Answer['body']>> {
  const ada = await scim.user({
    userName: 'Ada',
    externalId: 'X-1',
    title: 'Engineer',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [
      { value: 'Ada@Work.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ],
    [ENTERPRISE]: { department: 'Research' },
  });
  const bob = await scim.user({
    userName: 'bob',
    externalId: 'x-1',
    title: '100%_\\',
    active: false,
    name: { familyName: "O'Malley" },
    emails: [{ value: 'bob@home.example', type: 'work' }],
    [ENTERPRISE]: { manager: ada.id },
  });
  const cyd = await scim.user({ userName: 'cyd', nickName: 'C "the" \\ é' });
  return { ada, bob, cyd };
}

/** Asserts what each filter finds. */
async function finds(
  expected: Readonly<Record<string, readonly string[]>>,
  endpoint = '/Users',
): Promise<void> {
  for (const [filter, names] of Object.entries(expected)) {
    expect(await scim.find(filter, endpoint), filter).toEqual(names);
  }
}

async function refuses(
  filters: readonly string[],
  detail: string | RegExp = /\S/,
  endpoint = '/Users',
): Promise<void> {
  for (const filter of filters) {
    const answer = await scim.get(`${endpoint}?filter=${encodeURIComponent(filter)}`);
    expect(answer, filter).toEqual(error(400, 'invalidFilter', detail));
  }
}

const device = (serialNumber: string, attributes: Json = {}) =>
  scim.post('/Devices', {
    schemas: [DEVICE, WARRANTY],
    serialNumber,
    [WARRANTY]: { contract: 'C' },
    ...attributes,
  });

describe('E. Filter', () => {
  test('111. a list without a filter', async () => {
    expect(await scim.get('/Users')).toEqual(list([]));
    const { ada, bob, cyd } = await people();
    expect(await scim.get('/Users')).toEqual(list([ada, bob, cyd]));
  });

  test('112. no match is an empty list', async () => {
    await people();
    expect(await scim.get('/Users?filter=userName+eq+%22nobody%22')).toEqual(list([]));
  });

  test('113. eq on every type', async () => {
    const { ada } = await people();
    await finds({
      'title eq "Engineer"': ['Ada'],
      'title eq "Engineers"': [],
      'active eq true': ['Ada', 'cyd'],
      'active eq false': ['bob'],
      [`meta.created eq "${ada.meta.created}" and userName eq "ada"`]: ['Ada'],
    });
    await device('S-1', { slots: 3, weight: 2.5 });
    await finds({ 'slots eq 3': ['S-1'], 'slots eq 4': [], 'weight eq 2.50': ['S-1'] }, '/Devices');
  });

  test('114. ne is the contrary of eq, and matches what has no value', async () => {
    await people();
    await finds({
      'userName ne "ada"': ['bob', 'cyd'],
      'title ne "Engineer"': ['bob', 'cyd'],
      'active ne true': ['bob'],
      'emails.value ne "bob@home.example"': ['Ada'],
      'emails.type ne "work"': ['Ada'],
    });
  });

  test('115. co, sw and ew take wildcards of SQL as plain text', async () => {
    await people();
    await finds({
      'title co "GINE"': ['Ada'],
      'title sw "eng"': ['Ada'],
      'title ew "EER"': ['Ada'],
      'title sw "ineer"': [],
      'title co "%"': ['bob'],
      'title co "_"': ['bob'],
      'title ew "\\\\"': ['bob'],
      'title sw "1_0"': [],
      'userName co ""': ['Ada', 'bob', 'cyd'],
    });
  });

  test('116. gt, ge, lt and le by text, number and instant', async () => {
    const { ada } = await people();
    await finds({
      'userName gt "ada"': ['bob', 'cyd'],
      'userName ge "ADA" and userName lt "cyd"': ['Ada', 'bob'],
      'userName le "bob"': ['Ada', 'bob'],
      [`meta.created ge "${ada.meta.created}"`]: ['Ada', 'bob', 'cyd'],
      [`meta.created lt "${ada.meta.created}"`]: [],
    });
    await device('S-1', { slots: 3, madeAt: '2026-01-01T12:00:00Z' });
    await device('S-2', { slots: 12, madeAt: '2026-01-01T12:30:00+02:00' });
    await finds(
      {
        'slots gt 3': ['S-2'],
        'slots ge 3': ['S-1', 'S-2'],
        'slots lt 12': ['S-1'],
        'slots le 2.5': [],
        'madeAt lt "2026-01-01T11:00:00.000Z"': ['S-2'],
        'madeAt gt "2026-01-01T13:59:59.999+02:00"': ['S-1'],
      },
      '/Devices',
    );
  });

  test('117. no order on booleans and binary values', async () => {
    await refuses(['active gt true', 'active ge false', 'active lt true', 'active le true'], 'active');
    await refuses(['certificate gt "AQID"', 'certificate le "AQID"'], 'certificate', '/Devices');
  });

  test('118. pr', async () => {
    await people();
    await scim.user({ userName: 'dan', title: '', emails: [], name: { givenName: null } });
    await finds({
      'title pr': ['Ada', 'bob'],
      'emails pr': ['Ada', 'bob'],
      'name pr': ['Ada', 'bob'],
      'name.givenName pr': ['Ada'],
      'not (emails pr)': ['cyd', 'dan'],
      'userName pr': ['Ada', 'bob', 'cyd', 'dan'],
      [`${ENTERPRISE}:manager pr`]: ['bob'],
    });
  });

  test('119. operators in any letter case', async () => {
    await people();
    await finds({
      'userName EQ "ada" Or userName eQ "bob" AND NOT (active Eq TRUE)': ['Ada', 'bob'],
      'title PR aNd userName Co "A"': ['Ada'],
    });
  });

  test('120. attribute names in any letter case', async () => {
    await people();
    await finds({
      'USERNAME eq "ada"': ['Ada'],
      'Name.FAMILYNAME sw "love"': ['Ada'],
      'EMAILS[Type eq "home"]': ['Ada'],
    });
  });

  test('121. names qualified by a URN', async () => {
    await people();
    await finds({
      [`${USER}:userName sw "A"`]: ['Ada'],
      [`${USER}:name.familyName eq "lovelace"`]: ['Ada'],
      [`${USER.toUpperCase()}:emails[type eq "home"]`]: ['Ada'],
    });
    await refuses([`${PLATFORM}:role eq "admin"`], 'role');
  });

  test('122. not binds tighter than and, and tighter than or', async () => {
    await people();
    await finds({
      'userName eq "ada" or userName eq "bob" and active eq true': ['Ada'],
      '(userName eq "ada" or userName eq "bob") and active eq true': ['Ada'],
      'userName eq "bob" or userName eq "cyd" and active eq false': ['bob'],
      '(userName eq "bob" or userName eq "cyd") and active eq true': ['cyd'],
      'not (active eq true) and title pr or userName eq "cyd"': ['bob', 'cyd'],
    });
  });

  test('123. parentheses within parentheses', async () => {
    await people();
    await finds({
      '((userName eq "ada") or ((userName eq "bob") and (active eq true)))': ['Ada'],
      '(((((((((userName pr)))))))))': ['Ada', 'bob', 'cyd'],
    });
  });

  test('124. not (…) and not(…)', async () => {
    await people();
    await finds({
      'not (userName eq "ada")': ['bob', 'cyd'],
      'not(userName eq "ada")': ['bob', 'cyd'],
      'not (not (userName eq "ada"))': ['Ada'],
      'not(title eq "Engineer")': ['bob', 'cyd'],
    });
  });

  test('125. a value path is about one element', async () => {
    await people();
    await finds({
      'emails[type eq "work" and value co "@work"]': ['Ada'],
      'emails[type eq "work" and value co "@home"]': ['bob'],
    });
  });

  test('126. two comparisons may be about two elements', async () => {
    await people();
    await finds({ 'emails.type eq "work" and emails.value co "@home"': ['Ada', 'bob'] });
  });

  test('127. or and not within brackets, and brackets within a filter', async () => {
    await people();
    await finds({
      'emails[type eq "home" or value sw "bob"]': ['Ada', 'bob'],
      'emails[not (type eq "work")]': ['Ada'],
      'emails[type eq "work" and not (primary eq true)]': ['bob'],
      'emails[type eq "home"] or userName eq "cyd"': ['Ada', 'cyd'],
      'not (emails[type eq "home"]) and active eq true': ['cyd'],
      'emails[(type eq "home" or type eq "other") and value pr]': ['Ada'],
    });
  });

  test("128. Entra ID's form with a sub-attribute after the bracket", async () => {
    await people();
    await finds({
      'emails[type eq "work"].value eq "ada@work.example"': ['Ada'],
      'emails[type eq "home"].value eq "bob@home.example"': [],
      'emails[type eq "work"].value pr and active eq false': ['bob'],
    });
  });

  test('129. a multi-valued complex attribute alone means its value', async () => {
    const { ada } = await people();
    await scim.group('G', [ada.id]);
    await finds({ 'emails co "@HOME"': ['Ada', 'bob'], 'emails eq "bob@home.example"': ['bob'] });
    await finds({ [`members eq "${ada.id}"`]: ['G'] }, '/Groups');
  });

  test('130. letter case counts where the schema says so', async () => {
    const { ada } = await people();
    await finds({
      'userName eq "ADA"': ['Ada'],
      'emails.value eq "ADA@WORK.EXAMPLE"': ['Ada'],
      'externalId eq "X-1"': ['Ada'],
      'externalId eq "x-1"': ['bob'],
      [`id eq "${ada.id}"`]: ['Ada'],
      [`id eq "${ada.id.toUpperCase()}"`]: [],
      [`meta.version eq "${ada.meta.version.replaceAll('"', '\\"')}" and userName eq "ada"`]: ['Ada'],
      [`meta.version eq "${ada.meta.version.toLowerCase().replaceAll('"', '\\"')}"`]: [],
    });
  });

  test('131. the common attributes', async () => {
    const { ada, cyd } = await people();
    await finds({
      [`id eq "${ada.id}"`]: ['Ada'],
      'id eq "no-uuid"': [],
      'externalId eq "X-1"': ['Ada'],
      [`meta.lastModified ge "${ada.meta.lastModified}"`]: ['Ada', 'bob', 'cyd'],
      [`meta.created lt "${cyd.meta.created}" and userName eq "cyd"`]: [],
      'meta.resourceType eq "User"': ['Ada', 'bob', 'cyd'],
      'meta.resourceType eq "Group"': [],
    });
  });

  test('132. schemas eq finds those that use an extension', async () => {
    await people();
    await finds({
      [`schemas eq "${ENTERPRISE}"`]: ['Ada', 'bob'],
      [`schemas eq "${USER}"`]: ['Ada', 'bob', 'cyd'],
    });
  });

  test('133. extension attributes', async () => {
    const { ada } = await people();
    await finds({
      [`${ENTERPRISE}:department eq "research"`]: ['Ada'],
      [`${ENTERPRISE}:manager.value eq "${ada.id}"`]: ['bob'],
      'department eq "Research"': ['Ada'],
    });
  });

  test('134. members and groups', async () => {
    const { ada, bob } = await people();
    const group = await scim.group('G', [ada.id]);
    await scim.group('H', [bob.id]);
    await finds(
      { [`members.value eq "${ada.id}"`]: ['G'], [`members[value eq "${ada.id}"]`]: ['G'] },
      '/Groups',
    );
    await finds(
      { [`members.value eq "${UNKNOWN_ID}"`]: [], 'members[type eq "User"]': ['G', 'H'] },
      '/Groups',
    );
    await finds({ [`groups.value eq "${group.id}"`]: ['Ada'], 'groups.display eq "h"': ['bob'] });
  });

  test("135. Entra ID's reference checks", async () => {
    const { ada, bob } = await people();
    const group = await scim.group('G', [ada.id]);
    await finds(
      {
        [`id eq "${group.id}" and members eq "${ada.id}"`]: ['G'],
        [`id eq "${group.id}" and members eq "${bob.id}"`]: [],
      },
      '/Groups',
    );
    await finds({
      [`id eq "${bob.id}" and manager eq "${ada.id}"`]: ['bob'],
      [`id eq "${bob.id}" and ${ENTERPRISE}:manager eq "${bob.id}"`]: [],
    });
  });

  test('136. an unknown operator: 400 that names it', () => refuses(['userName regex "x"'], '"regex"'));

  test('137. broken syntax: 400', () =>
    refuses(
      [
        '',
        ' ',
        'userName',
        'userName eq',
        'userName eq "a',
        'and userName eq "a"',
        'userName eq "a" and',
        'userName eq "a" "b"',
        '(userName eq "a"',
        'userName eq "a")',
        'emails[type eq "work"',
        'emails[]',
        'userName = "a"',
      ],
      /at character \d+/,
    ));

  test('138. an unknown attribute: 400, never everybody', async () => {
    await people();
    await refuses(
      [
        'shoeSize eq 38',
        'name.shoeSize pr',
        'userName.x eq "a"',
        'emails[shoe eq "x"]',
        'urn:nope:x eq "a"',
        'displayName[x pr]',
      ],
      /\S/,
    );
    await refuses(['shoeSize eq 38 or userName pr'], 'shoeSize');
  });

  test('139. over all types, an attribute that a type lacks has no value there', async () => {
    const { ada } = await people();
    const group = await scim.group('Ada', [ada.id]);
    const found = await scim.get('/?filter=userName+eq+%22ada%22+or+displayName+eq+%22ada%22');
    expect(found).toEqual(list([{ ...ada, groups: expect.any(Array) }, group]));
    expect(await scim.get('/?filter=members+pr')).toEqual(list([group]));
    expect(await scim.get('/?filter=not+(members+pr)+and+userName+eq+%22cyd%22')).toMatchObject({
      body: { totalResults: 1 },
    });
  });

  test('140. a literal of the wrong type: 400', async () => {
    await people();
    await refuses(['userName eq 7', 'userName eq true', 'title co 7'], /userName|title/);
    await refuses(['active eq "maybe"', 'active eq 1'], 'active');
    await refuses(['meta.created gt "yesterday"', 'meta.created gt 7'], 'meta.created');
    await refuses(['slots eq "3"', 'powered eq 1'], /slots|powered/, '/Devices');
    await finds({ 'active eq "False"': ['bob'], 'emails[primary eq "True"]': ['Ada'] });
    scim = await server.workspace('strict');
    await refuses(['active eq "False"', 'emails[primary eq "True"]'], /active|primary/);
  });

  test('141. escapes in literals are decoded', async () => {
    await people();
    await finds({
      'nickName eq "C \\"the\\" \\\\ \\u00e9"': ['cyd'],
      'name.familyName eq "O\\u0027Malley"': ['bob'],
    });
  });

  test('141a. a literal that no text can hold is refused', () =>
    refuses(['userName eq "\\u0000"'], 'userName'));

  test('142. eq null is absent, ne null is present', async () => {
    await people();
    await finds({ 'title eq null': ['cyd'], 'title ne null': ['Ada', 'bob'], 'emails eq null': ['cyd'] });
  });

  test('143. no filter reaches beyond the tenant', async () => {
    await people();
    const other = await server.workspace();
    await other.user('stranger');
    await finds({
      'userName pr or userName eq "stranger"': ['Ada', 'bob', 'cyd'],
      'not (userName eq "ada") or id pr': ['Ada', 'bob', 'cyd'],
      'userName eq "stranger"': [],
      'userName eq "\' OR 1=1 --"': [],
      'userName eq "\\"); drop table users; --"': [],
      'title eq "$1" or title eq "?"': [],
    });
    expect(await other.find('userName pr')).toEqual(['stranger']);
  });

  test('144. length and depth have limits, and are refused at once', async () => {
    await refuses(
      [`${'('.repeat(21)}userName pr${')'.repeat(21)}`, '('.repeat(4000)],
      'nests deeper than 20 levels',
    );
    await refuses([`${'not('.repeat(1500)}a pr`], 'nests deeper');
    await refuses([Array(301).fill('id pr').join(' or ')], 'more than 300 comparisons');
    await refuses(
      [Array(51).fill('groups pr').join(' and ')],
      'more than 50 conditions on groups or members',
    );
    const tooLong = { filter: `userName eq "${'x'.repeat(8192)}"` };
    expect(
      await scim.post('/Users/.search', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        ...tooLong,
      }),
    ).toEqual(error(400, 'invalidFilter', 'longer than 8192 characters'));
    await finds({
      [Array(300).fill('id eq "x"').join(' or ')]: [],
      [`${'('.repeat(20)}id pr${')'.repeat(20)}`]: [],
    });
  });

  test('145. what is never returned cannot be asked for', async () => {
    await scim.user({ userName: 'ada', password: 'Secret-12345' });
    await refuses(
      ['password eq "Secret-12345"', 'password pr', 'not (password pr)', 'password sw "S" or userName pr'],
      'password',
    );
    await refuses([`${PLATFORM}:role pr`], 'role');
    await finds({ [`${PLATFORM} pr`]: [] });
    expect(await scim.get('/Users?sortBy=password')).toEqual(error(400, 'invalidValue', 'password'));
  });

  test('146. unknown query parameters are ignored', async () => {
    const { ada } = await people();
    expect(await scim.get('/Users?foo=bar&filter=userName+eq+%22ada%22&x[]=1')).toEqual(list([ada]));
  });

  test('147. archived users are found, and shown as such', async () => {
    const { bob } = await people();
    expect(bob.active).toBe(false);
    expect(await scim.get('/Users?filter=userName+eq+%22bob%22')).toEqual(list([bob]));
  });

  test('148. a look-up by name uses an index', async () => {
    await people();
    const { statements } = await server.statements(() => scim.find('userName eq "ada"'));
    const plan = await server.plan(statements.find((text) => /user_name_key|users/i.test(text)) ?? '');
    expect(plan).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
  });

  test('149. + and %20 are blanks, and UTF-8 is decoded', async () => {
    const user = await scim.user({ userName: 'zoë bär' });
    for (const filter of [
      'userName+eq+%22zo%C3%AB+b%C3%A4r%22',
      'userName%20eq%20%22zo%C3%AB%20b%C3%A4r%22',
    ]) {
      expect(await scim.get(`/Users?filter=${filter}`)).toEqual(list([user]));
    }
  });

  test('an unquoted literal is refused, save in the entra profile', async () => {
    await refuses(['externalId eq jyoung'], 'double quotes');
    scim = await server.workspace('entra');
    await scim.user({ userName: 'jy', externalId: 'jyoung' });
    await finds({ 'externalId eq jyoung': ['jy'] });
  });
});
