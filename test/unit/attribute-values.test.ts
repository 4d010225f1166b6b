import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { findAttribute, isExtensionPath, pathText } from '../../src/directory/attributes/attribute-path.js';
import { foldCase } from '../../src/directory/attributes/comparison-key.js';
import { instantKey } from '../../src/directory/attributes/date-time.js';
import {
  createResourceModel,
  type ResourceTypeModel,
} from '../../src/directory/attributes/resource-model.js';
import { indexKey } from '../../src/directory/index-key.js';
import { projectDocument, resolveProjection } from '../../src/directory/provisioning/projection.js';
import { foldUserName, userNameKey } from '../../src/directory/user-name.js';
import { configuredDevice } from '../support/device-type.js';
import { ENTERPRISE, PLATFORM } from '../support/provisioning.js';

const model = createResourceModel('platform', configuredDevice);
const user = model.types.get('user') as ResourceTypeModel;
const device = model.types.get('device') as ResourceTypeModel;

describe('a dateTime', () => {
  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000000000Z'],
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00.000000000Z'],
    ['2026-01-31T12:00:00.1234567+02:00', '2026-01-31T10:00:00.123456700Z'],
    ['2026-01-31T23:30:00-14:00', '2026-02-01T13:30:00.000000000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000000000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000000Z'],
  ])('%s is the instant %s', (text, key) => {
    expect(instantKey(text)).toBe(key);
  });

  test.each([
    '2026-01-31',
    '12:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00.1234567890Z',
    '2026-01-01T00:00:00+15:00',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'yesterday',
    '',
  ])('%j is none', (text) => {
    expect(instantKey(text)).toBeUndefined();
  });

  test('the order of keys is the order of time', () => {
    const instant = fc.tuple(
      fc.date({ min: new Date('1000-01-02'), max: new Date('9998-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14, max: 14 }),
    );
    fc.assert(
      fc.property(instant, instant, ([left, leftZone], [right, rightZone]) => {
        const shown = (date: Date, zone: number) => {
          const local = new Date(date.getTime() + zone * 3_600_000).toISOString().slice(0, -1);
          return `${local}${zone < 0 ? '-' : '+'}${String(Math.abs(zone)).padStart(2, '0')}:00`;
        };
        const [a, b] = [instantKey(shown(left, leftZone)) ?? '', instantKey(shown(right, rightZone)) ?? ''];
        expect(a < b).toBe(left < right);
        expect(a === b).toBe(left.getTime() === right.getTime());
      }),
    );
  });
});

describe('keys', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['É', 'e\u0301'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁ', 'FI'],
  ])('%s and %s are the same text without case', (left, right) => {
    expect(foldCase(left)).toBe(foldCase(right));
  });

  test.each([
    ['Ann@Example.com', 'ａｎｎ＠example.com'],
    ['É', 'e\u0301'],
    [' ann ', 'ANN'],
    ['ΑΣ', 'ασ'],
  ])('%s and %s are the same user name', (left, right) => {
    expect(userNameKey(left)).toBe(userNameKey(right));
  });

  test('ß and ss are different user names, since the profile maps case and does not fold it', () => {
    expect(userNameKey('ß')).not.toBe(userNameKey('ss'));
  });

  test('are stable, and the key of a part is a part of the key', () => {
    const word = fc
      .array(fc.constantFrom('a', 'Ä', 'ß', 'Σ', 'ς', 'İ', 'ﬁ', '\uff21', '😀', ' '), { maxLength: 5 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, word, word, (before, part, after) => {
        for (const fold of [foldCase, foldUserName]) {
          expect(fold(before + part + after)).toContain(fold(part));
          expect(fold(fold(part))).toBe(fold(part));
        }
      }),
    );
  });

  test('of an index fit into a row of it, and differ when the texts do', () => {
    const long = 'x'.repeat(5_000);
    expect(indexKey('short')).toBe('short');
    expect(Buffer.byteLength(indexKey(`${long}😀`.repeat(3)))).toBeLessThan(1_000);
    expect(indexKey(`${long}a`)).not.toBe(indexKey(`${long}b`));
    expect(indexKey(`${'x'.repeat(199)}😀${long}`).isWellFormed()).toBe(true);
  });
});

describe('a path', () => {
  const found = (text: string) => {
    const path = findAttribute(user, text);
    if (!path) return undefined;
    return isExtensionPath(path) ? path.schema.id : pathText(path);
  };
  test.each([
    ['USERNAME', 'userName'],
    ['name.FamilyName', 'name.familyName'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:emails.Value', 'emails.value'],
    [
      'URN:IETF:params:scim:schemas:extension:enterprise:2.0:user:Manager.value',
      `${ENTERPRISE}:manager.value`,
    ],
    [`${ENTERPRISE}`, ENTERPRISE],
    [`${PLATFORM}:role`, `${PLATFORM}:role`],
    ['meta.lastModified', 'meta.lastModified'],
    ['id', 'id'],
  ])('%s is %s', (text, path) => {
    expect(found(text)).toBe(path);
  });
  test.each([
    '',
    '.',
    'name.',
    '.familyName',
    'name.familyName.x',
    'shoe',
    'urn:x:userName',
    `${ENTERPRISE}:`,
    'department',
  ])('%j is none', (text) => {
    expect(found(text)).toBeUndefined();
  });
});

describe('a projection', () => {
  const document: JsonObject = {
    userName: 'a',
    password: 'secret',
    name: { givenName: 'A', familyName: 'B' },
    emails: [{ value: 'x', type: 'work' }, { type: 'home' }],
    [ENTERPRISE]: { department: 'd', manager: { value: 'm', $ref: null } },
    [PLATFORM]: { role: 'admin' },
  };
  const shown = (input: Parameters<typeof resolveProjection>[1]) =>
    projectDocument(user, document, resolveProjection(user, input));

  test('shows by default all but what is never returned', () => {
    const { password: _, [PLATFORM]: __, ...rest } = document;
    expect(shown(undefined)).toEqual(rest);
  });

  test.each([
    [['userName'], { userName: 'a' }],
    [['NAME.familyname'], { name: { familyName: 'B' } }],
    [['emails.value'], { emails: [{ value: 'x' }] }],
    [['emails'], { emails: document.emails }],
    [[`${ENTERPRISE}:manager.value`], { [ENTERPRISE]: { manager: { value: 'm', $ref: null } } }],
    [[ENTERPRISE.toUpperCase()], { [ENTERPRISE]: document[ENTERPRISE] }],
    [['password', `${PLATFORM}:role`, 'shoe'], {}],
    [[], {}],
  ])('of %j alone', (attributes, expected) => {
    expect(shown({ attributes })).toEqual(expected);
  });

  test('without some', () => {
    expect(shown({ excludedAttributes: ['emails', 'name.givenName', ENTERPRISE, 'shoe'] })).toEqual({
      userName: 'a',
      name: { familyName: 'B' },
    });
  });

  test('always shows what is always returned, and on request what is returned on request', () => {
    const lamp: JsonObject = { serialNumber: 's', site: 'here', notes: 'long', pin: '1' };
    const of = (input: Parameters<typeof resolveProjection>[1], written: string[] = []) =>
      projectDocument(device, lamp, resolveProjection(device, input, new Set(written)));
    expect(of(undefined)).toEqual({ serialNumber: 's', site: 'here' });
    expect(of({ attributes: ['notes'] })).toEqual({ site: 'here', notes: 'long' });
    expect(of({ excludedAttributes: ['site', 'serialNumber'] })).toEqual({ site: 'here' });
    expect(of(undefined, ['notes'])).toEqual({ serialNumber: 's', site: 'here', notes: 'long' });
    expect(of({ excludedAttributes: ['notes'] }, ['notes'])).toEqual({ serialNumber: 's', site: 'here' });
  });
});
