import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
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

interface AttributeDocument extends Json {
  readonly name: string;
  readonly type: string;
  readonly subAttributes?: readonly AttributeDocument[];
}

const plain = (body: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/scim+json' },
  body,
});

async function schemas(): Promise<(Json & { id: string; attributes: AttributeDocument[] })[]> {
  return (await scim.get('/Schemas')).body.Resources;
}

async function attribute(schema: string, name: string): Promise<AttributeDocument> {
  const { body } = await scim.get(`/Schemas/${schema}`);
  return body.attributes.find((candidate: AttributeDocument) => candidate.name === name);
}

/** Every attribute and sub-attribute of every schema. */
async function allAttributes(): Promise<AttributeDocument[]> {
  return (await schemas()).flatMap(({ attributes }) =>
    attributes.flatMap((each) => [each, ...(each.subAttributes ?? [])]),
  );
}

describe('B. Discovery', () => {
  test('28. /ServiceProviderConfig is one object', async () => {
    const answer = await scim.get('/ServiceProviderConfig');
    expect(answer).toEqual(
      plain(
        expect.objectContaining({
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
          meta: { resourceType: 'ServiceProviderConfig', location: `${scim.base}/ServiceProviderConfig` },
        }),
      ),
    );
  });

  test('29. it holds every part in its JSON type', async () => {
    const text = expect.stringMatching(/\S/);
    const { body } = await scim.get('/ServiceProviderConfig');
    expect(body).toEqual({
      schemas: expect.any(Array),
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 500 },
      changePassword: { supported: true },
      sort: { supported: true },
      etag: { supported: true },
      pagination: {
        cursor: false,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: 100,
        maxPageSize: 500,
      },
      authenticationSchemes: [
        { type: 'oauthbearertoken', name: text, description: text, specUri: text, primary: true },
        { type: 'httpbasic', name: text, description: text, specUri: text, primary: false },
      ],
      meta: expect.any(Object),
    });
  });

  test('30. what it says is true', async () => {
    const { body: config } = await scim.get('/ServiceProviderConfig');
    const user = await scim.user('b');
    expect(config.patch.supported).toBe(true);
    expect(await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: 'title', value: 'T' }])).toMatchObject({
      status: 200,
      body: { title: 'T' },
    });
    expect(config.filter.supported && config.sort.supported).toBe(true);
    await scim.user('a');
    expect(await scim.get('/Users?filter=userName+pr&sortBy=userName')).toMatchObject({
      status: 200,
      body: { Resources: [{ userName: 'a' }, { userName: 'b' }] },
    });
    expect(config.etag.supported).toBe(true);
    expect(await scim.get(`/Users/${user.id}`, { 'if-none-match': '*' })).toMatchObject({ status: 304 });
    expect(config.changePassword.supported).toBe(true);
    expect(
      await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: 'password', value: 'Secret-123' }]),
    ).toMatchObject({
      status: 200,
    });
    expect(config.bulk.supported).toBe(false);
    expect(await scim.post('/Bulk', { schemas: [], Operations: [] })).toEqual(error(501, undefined, 'Bulk'));
  });

  test('31. query parameters of /ServiceProviderConfig are ignored', async () => {
    const path = '/ServiceProviderConfig?filter=userName+eq&sortBy=id&startIndex=999&count=x';
    expect(await scim.get(path)).toEqual(await scim.get('/ServiceProviderConfig'));
  });

  test('32. /ResourceTypes lists User and Group, and what is configured', async () => {
    const answer = await scim.get('/ResourceTypes');
    const named = ['User', 'Group', 'Device'].map((name) => expect.objectContaining({ name }));
    expect(answer).toEqual(list(named));
  });

  test('33. each entry is complete', async () => {
    const { body } = await scim.get('/ResourceTypes');
    const entry = (name: string, endpoint: string, schema: string, schemaExtensions: Json[]) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: name,
      name,
      endpoint,
      description: expect.stringMatching(/\S/),
      schema,
      schemaExtensions,
      meta: { resourceType: 'ResourceType', location: `${scim.base}/ResourceTypes/${name}` },
    });
    expect(body.Resources).toEqual([
      entry('User', '/Users', USER, [
        { schema: ENTERPRISE, required: false },
        { schema: PLATFORM, required: false },
      ]),
      entry('Group', '/Groups', GROUP, []),
      entry('Device', '/Devices', DEVICE, [{ schema: WARRANTY, required: true }]),
    ]);
  });

  test('34. one resource type by its name', async () => {
    const { body } = await scim.get('/ResourceTypes');
    for (const entry of body.Resources) {
      expect(await scim.get(`/ResourceTypes/${entry.name}`)).toEqual(plain(entry));
      expect(entry.meta.location).toBe(`${scim.base}/ResourceTypes/${entry.name}`);
    }
    expect(await scim.get('/ResourceTypes/Nope')).toEqual(error(404, undefined, 'Nope'));
  });

  test('35. /Schemas lists all schemas in one page', async () => {
    const named = [USER, GROUP, ENTERPRISE, PLATFORM, DEVICE, WARRANTY].map((id) =>
      expect.objectContaining({ id }),
    );
    expect(await scim.get('/Schemas')).toEqual(list(named));
    expect(await scim.get('/Schemas?count=1&startIndex=3')).toEqual(list(named));
  });

  test('36. one schema by its URN, colons encoded or not, in any letter case', async () => {
    for (const schema of await schemas()) {
      expect(schema).toEqual({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
        id: expect.stringMatching(/^urn:/),
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        attributes: expect.any(Array),
        meta: { resourceType: 'Schema', location: `${scim.base}/Schemas/${schema.id}` },
      });
      for (const id of [schema.id, encodeURIComponent(schema.id), schema.id.toUpperCase()]) {
        expect(await scim.get(`/Schemas/${id}`), id).toEqual(plain(schema));
      }
    }
  });

  test('37. an unknown URN: 404', async () => {
    expect(await scim.get('/Schemas/urn:nope')).toEqual(error(404, undefined, 'urn:nope'));
  });

  test('38. messages are no schemas', async () => {
    const ids = (await schemas()).map(({ id }) => id);
    expect(ids.filter((id) => id.includes(':api:messages:'))).toEqual([]);
    const message = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
    expect(await scim.get(`/Schemas/${message}`)).toEqual(error(404, undefined, message));
  });

  test('39. each schema of a resource type is in /Schemas under the same id', async () => {
    const ids = new Set((await schemas()).map(({ id }) => id));
    const { body } = await scim.get('/ResourceTypes');
    for (const { schema, schemaExtensions } of body.Resources) {
      for (const id of [schema, ...schemaExtensions.map((extension: Json) => extension.schema)]) {
        expect(ids).toContain(id);
      }
    }
  });

  test('40. each attribute says all about itself, and nothing is null', async () => {
    const attributes = await allAttributes();
    expect(attributes.length).toBeGreaterThan(100);
    for (const each of attributes) {
      expect(each).toEqual({
        name: expect.stringMatching(/\S/),
        type: expect.stringMatching(/^(?:string|boolean|decimal|integer|dateTime|binary|reference|complex)$/),
        multiValued: expect.any(Boolean),
        description: expect.stringMatching(/\S/),
        required: expect.any(Boolean),
        mutability: expect.stringMatching(/^(?:readOnly|readWrite|immutable|writeOnly)$/),
        returned: expect.stringMatching(/^(?:always|never|default|request)$/),
        ...(each.type === 'complex' ? {} : { uniqueness: expect.stringMatching(/^(?:none|server|global)$/) }),
        ...(/^(?:string|reference|binary)$/.test(each.type) ? { caseExact: expect.any(Boolean) } : {}),
        ...(each.type === 'reference' ? { referenceTypes: expect.any(Array) } : {}),
        ...('canonicalValues' in each ? { canonicalValues: expect.any(Array) } : {}),
        ...(each.type === 'complex' ? { subAttributes: expect.any(Array) } : {}),
      });
    }
    expect(JSON.stringify((await scim.get('/Schemas')).body)).not.toContain('null');
  });

  test('41. no sub-attribute is complex', async () => {
    for (const { attributes } of await schemas()) {
      for (const { subAttributes = [] } of attributes) {
        expect(subAttributes.filter(({ type }) => type === 'complex')).toEqual([]);
      }
    }
  });

  test('42. names follow the name rule', async () => {
    for (const { name } of await allAttributes()) expect(name).toMatch(/^(?:[A-Za-z][A-Za-z0-9_-]*|\$ref)$/);
  });

  test('43. the attributes with rules of their own have them', async () => {
    expect(await attribute(USER, 'userName')).toMatchObject({
      required: true,
      uniqueness: 'server',
      caseExact: false,
      mutability: 'readWrite',
      returned: 'default',
    });
    expect(await attribute(USER, 'password')).toMatchObject({ mutability: 'writeOnly', returned: 'never' });
    expect(await attribute(USER, 'groups')).toMatchObject({ mutability: 'readOnly', multiValued: true });
    expect(await attribute(GROUP, 'displayName')).toMatchObject({ required: true, uniqueness: 'server' });
    const members = await attribute(GROUP, 'members');
    expect(members.subAttributes?.find(({ name }) => name === 'value')).toMatchObject({
      mutability: 'immutable',
    });
    expect(await attribute(PLATFORM, 'role')).toMatchObject({ returned: 'never', mutability: 'writeOnly' });
    const common = ['id', 'meta', 'schemas', 'externalId'];
    const named = (await schemas()).flatMap(({ attributes }) => attributes.map(({ name }) => name));
    expect(named.filter((name) => common.includes(name))).toEqual([]);
  });

  test('44. a filter on /Schemas is ignored; the strict profile refuses it', async () => {
    const strict = await server.workspace('strict');
    for (const path of ['/Schemas', '/ResourceTypes']) {
      expect(await scim.get(`${path}?filter=id+eq+%22x%22`)).toEqual(await scim.get(path));
      expect(await strict.get(`${path}?filter=id+eq+%22x%22`)).toEqual(
        error(403, undefined, 'cannot be filtered'),
      );
    }
  });

  test('45. the discovery documents are read-only', async () => {
    const paths = [
      '/ServiceProviderConfig',
      '/Schemas',
      `/Schemas/${USER}`,
      '/ResourceTypes',
      '/ResourceTypes/User',
    ];
    for (const path of paths) {
      const before = await scim.get(path);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await scim.send(method, path, method === 'DELETE' ? {} : { body: {} });
        expect(answer, `${method} ${path}`).toEqual(error(405, undefined, 'GET', { allow: 'GET' }));
      }
      expect(await scim.get(path)).toEqual(before);
    }
  });

  test('46. a configured type with a required extension works in every operation', async () => {
    const ada = await scim.user('ada');
    const attributes = {
      serialNumber: 'S-1',
      label: 'Printer',
      powered: true,
      weight: 2.5,
      slots: 3,
      madeAt: '2026-01-02T03:04:05.000Z',
      certificate: 'AQID',
      manual: 'https://example.com/manual',
      tags: ['black', 'white'],
      ports: [{ value: 'aa:bb', speed: 1000, up: true, type: 'copper', primary: true }],
      assetTag: 'T-1',
      site: 'Hall 1',
      [WARRANTY]: { contract: 'C-1' },
    };
    const schemas = [DEVICE, WARRANTY];
    const shown = { ...attributes, owner: { value: ada.id, $ref: ada.meta.location } };
    const body = { schemas, ...attributes, owner: ada.id, pin: '1234', condition: 'ignored' };

    expect(await scim.post('/Devices', { ...body, [WARRANTY]: {} })).toEqual(
      error(400, 'invalidValue', WARRANTY),
    );
    const { [WARRANTY]: _, ...withoutWarranty } = body;
    expect(await scim.post('/Devices', withoutWarranty)).toEqual(error(400, 'invalidValue', WARRANTY));
    const device = expectResource(scim, await scim.post('/Devices', body), 201, 'Device', shown, schemas);
    expect(await scim.post('/Devices', body)).toEqual(error(409, 'uniqueness', 'S-1'));

    expect(await scim.get(`/Devices/${device.id}`)).toEqual(one(device));
    expect(await scim.get('/Devices')).toEqual(list([device]));
    for (const filter of [
      'serialNumber eq "S-1"',
      'label co "PRINT"',
      'powered eq true and weight gt 2.4 and weight lt 2.6',
      'slots ge 3 and slots le 3',
      'madeAt eq "2026-01-02T04:04:05+01:00"',
      'certificate eq "AQID"',
      'manual sw "https:"',
      'tags eq "white"',
      'ports[speed gt 999 and up eq true].type eq "copper"',
      `owner eq "${ada.id}"`,
      `${WARRANTY}:contract eq "c-1"`,
      'contract eq "C-1"',
    ]) {
      expect(await scim.find(filter, '/Devices'), filter).toEqual(['S-1']);
    }
    expect(await scim.find('serialNumber eq "s-1"', '/Devices')).toEqual([]);
    expect(await scim.get('/Devices?sortBy=weight&sortOrder=descending')).toEqual(list([device]));

    const patched = await scim.patch(`/Devices/${device.id}`, [
      { op: 'replace', path: 'slots', value: 4 },
      { op: 'add', path: 'ports[type eq "fibre"].speed', value: 10000 },
      { op: 'remove', path: 'tags', value: ['black'] },
      { op: 'add', path: `${WARRANTY}:until`, value: '2030-01-01T00:00:00Z' },
    ]);
    const changed = {
      ...shown,
      slots: 4,
      tags: ['white'],
      ports: [...attributes.ports, { type: 'fibre', speed: 10000 }],
      [WARRANTY]: { contract: 'C-1', until: '2030-01-01T00:00:00Z' },
    };
    expectResource(scim, patched, 200, 'Device', changed, schemas);
    expect(
      await scim.patch(`/Devices/${device.id}`, [{ op: 'replace', path: 'assetTag', value: 'T-2' }]),
    ).toEqual(error(400, 'mutability', 'assetTag'));
    expect(await scim.patch(`/Devices/${device.id}`, [{ op: 'remove', path: WARRANTY }])).toEqual(
      error(400, 'mutability', WARRANTY),
    );
    const replaced = await scim.put(`/Devices/${device.id}`, {
      schemas,
      serialNumber: 'S-2',
      assetTag: 'T-1',
      [WARRANTY]: { contract: 'C-2' },
    });
    expectResource(
      scim,
      replaced,
      200,
      'Device',
      { serialNumber: 'S-2', assetTag: 'T-1', [WARRANTY]: { contract: 'C-2' } },
      schemas,
    );
    expect(await scim.delete(`/Devices/${device.id}`)).toEqual(empty(204));
    expect(await scim.get(`/Devices/${device.id}`)).toEqual(error(404, undefined, device.id));
    expect(await scim.get('/Devices')).toEqual(list([]));
  });
});
