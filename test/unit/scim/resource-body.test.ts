import { describe, expect, test } from 'vitest';
import { parseResourceBody } from '../../../facades/scim/resource-body.js';
import type { JsonObject, JsonValue } from '../../../src/directory/attributes/attribute-document.js';
import type { ProvisioningProfile } from '../../../src/directory/provisioning-settings.js';
import { dialectOf, ENTERPRISE, GROUP, PLATFORM, refusalOf, USER } from './dialects.js';

const parse = (body: JsonObject, profile: ProvisioningProfile = 'standard', schemas: JsonValue = [USER]) =>
  parseResourceBody({ schemas, ...body }, dialectOf('User', profile));
const refuse = (body: JsonObject, profile?: ProvisioningProfile, schemas?: JsonValue) =>
  refusalOf(() => parse(body, profile, schemas));

describe('schemas', () => {
  test.each([
    [undefined, '"schemas" must be an array of URNs.'],
    [null, '"schemas" must be an array of URNs.'],
    [USER, '"schemas" must be an array of URNs.'],
    [[1], '"schemas" must be an array of URNs.'],
    [[], `"schemas" must be an array that holds "${USER}".`],
    [[GROUP], `"schemas" must be an array that holds "${USER}".`],
    [[ENTERPRISE], `"schemas" must be an array that holds "${USER}".`],
  ])('refuses %j', (schemas, detail) => {
    expect(refusalOf(() => parseResourceBody({ schemas, userName: 'a' }, dialectOf('User')))).toEqual({
      status: 400,
      scimType: 'invalidSyntax',
      detail,
    });
  });

  test('order, repetition, letter case, unknown and old URNs do no harm', () => {
    const unknown = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';
    for (const schemas of [
      [ENTERPRISE, USER],
      [USER, USER],
      [USER.toUpperCase()],
      [unknown, USER],
      ['urn:scim:schemas:core:1.0'],
      ['urn:scim:schemas:core:2.0:User'],
    ]) {
      expect(parse({ userName: 'a' }, 'standard', schemas)).toEqual({ userName: 'a' });
    }
  });

  test('the strict profile wants every extension declared and no stranger', () => {
    expect(refuse({}, 'strict', [USER, 'urn:x'])).toMatchObject({ status: 400, scimType: 'invalidSyntax' });
    expect(refuse({}, 'strict', ['urn:scim:schemas:core:1.0'])).toMatchObject({ scimType: 'invalidSyntax' });
    expect(refuse({ [ENTERPRISE]: { department: 'D' } }, 'strict')).toMatchObject({
      detail: `"schemas" does not name "${ENTERPRISE}".`,
    });
    expect(parse({ [ENTERPRISE]: { department: 'D' } }, 'strict', [USER, ENTERPRISE])).toEqual({
      [ENTERPRISE]: { department: 'D' },
    });
  });
});

describe('attributes', () => {
  test('come in the spelling of the schema, without those of the service', () => {
    expect(
      parse({
        ID: 'x',
        Meta: { resourceType: 'X' },
        USERNAME: 'a',
        externalid: 'E',
        name: { GIVENNAME: 'A', nope: 1, familyName: null },
        Emails: [{ VALUE: 'a@x', Primary: 'TRUE', display: null }, { value: null }],
        roles: [],
        title: null,
        groups: [],
        unknown: { a: 1 },
        [ENTERPRISE.toUpperCase()]: { DEPARTMENT: 'D', nope: 1 },
        [`${PLATFORM}:ROLE`]: 'admin',
      }),
    ).toEqual({
      userName: 'a',
      externalId: 'E',
      name: { givenName: 'A', familyName: null },
      emails: [{ value: 'a@x', primary: true }],
      roles: [],
      title: null,
      groups: [],
      [ENTERPRISE]: { department: 'D' },
      [PLATFORM]: { role: 'admin' },
    });
  });

  test('an extension attribute may stand at the top, the workspace role may not', () => {
    expect(parse({ manager: 'm1', department: 'D', role: 'admin' })).toEqual({
      [ENTERPRISE]: { manager: { value: 'm1' }, department: 'D' },
    });
  });

  test('core attributes may stand below the URN of the core schema', () => {
    expect(parse({ [USER]: { userName: 'a' } })).toEqual({ userName: 'a' });
  });

  test.each([
    [{ userName: 'a', USERNAME: 'b' }, 'invalidSyntax', 'The attribute "userName" is given twice.'],
    [{ [ENTERPRISE]: 'x' }, 'invalidValue', `"${ENTERPRISE}" must hold an object.`],
  ])('refuses %j', (body, scimType, detail) => {
    expect(refuse(body)).toEqual({ status: 400, scimType, detail });
  });

  test.each([
    [{ nope: 1 }, 'There is no attribute "nope"'],
    [{ manager: { value: 'm' } }, 'There is no attribute "manager"'],
    [{ name: { nope: 1 } }, 'There is no attribute "name.nope"'],
    [{ [ENTERPRISE]: { nope: 1 } }, `There is no attribute "${ENTERPRISE}:nope"`],
  ])('the strict profile refuses %j', (body, detail) => {
    const refusal = refuse(body, 'strict', [USER, ENTERPRISE]);
    expect(refusal).toMatchObject({ status: 400, scimType: 'invalidSyntax' });
    expect(refusal.detail).toContain(detail);
  });

  test('keys that mean something to JavaScript mean nothing here', () => {
    const body = JSON.parse(`{"schemas":["${USER}"],"userName":"a","__proto__":{"x":1},"constructor":{"y":1},
      "name":{"__proto__":{"givenName":"B"}},"toString":1,"hasOwnProperty":1}`);
    expect(parseResourceBody(body, dialectOf('User'))).toEqual({ userName: 'a', name: {} });
    expect({}).not.toHaveProperty('x');
  });
});
