import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.js';
import { type Service, startService } from '../../support/service.js';
import { error, expectResource, ScimClient, USER } from './client.js';

/** Links of the service behind a proxy, and below a base path of its own. */
let service: Service;
let token: string;
beforeAll(async () => {
  const { scim } = await loadConfig({});
  service = await startService({
    publicUrl: 'https://id.example.com/rollcall',
    scim: { ...scim, basePath: '/provisioning', extensionName: 'acme' },
  });
  token = (await service.newTenant({ admin: false })).tokens.scim;
});
afterAll(() => service.close());

test('PUBLIC_URL makes every address, whatever the headers say', async () => {
  const inside = new ScimClient(`${service.baseUrl}/provisioning`, token);
  const outside = new ScimClient('https://id.example.com/rollcall/provisioning', token);
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  };
  const answer = await inside.post('/Users', { schemas: [USER], userName: 'ada' }, headers);
  const ada = expectResource(outside, answer, 201, 'User', { userName: 'ada', active: true });
  const group = await inside.group('G', [ada.id]);
  expect(group.members[0].$ref).toBe(`https://id.example.com/rollcall/provisioning/Users/${ada.id}`);
  const { body } = await inside.get('/ServiceProviderConfig');
  expect(body.meta.location).toBe('https://id.example.com/rollcall/provisioning/ServiceProviderConfig');
});

test('SCIM_BASE_PATH moves everything', async () => {
  const moved = new ScimClient(`${service.baseUrl}/provisioning`, token);
  expect(await moved.get('/Nope')).toEqual(error(404, undefined, '/provisioning/Nope'));
  expect((await moved.at('/api/scim/v2/Users')).body).not.toMatchObject({ schemas: expect.anything() });
  expect((await moved.at('/provisioningUsers')).body).not.toMatchObject({ schemas: expect.anything() });
});

test("SCIM_EXTENSION_NAME names the platform's extension", async () => {
  const scim = new ScimClient(`${service.baseUrl}/provisioning`, token);
  const urn = 'urn:ietf:params:scim:schemas:extension:acme:User:2.0';
  expect(await scim.get(`/Schemas/${urn}`)).toMatchObject({
    status: 200,
    body: { id: urn, attributes: [{ name: 'role' }] },
  });
  const user = await scim.user({ schemas: [USER, urn], userName: 'bob', [urn]: { role: 'builder' } });
  expect(user.schemas).toEqual([USER]);
});

test('without PUBLIC_URL a Host that is none gives relative links, never the text of the header', async () => {
  const plain = await startService();
  try {
    const { tokens } = await plain.newTenant({ admin: false });
    const scim = new ScimClient(`${plain.baseUrl}/api/scim/v2`, tokens.scim);
    const ada = await scim.user('ada');
    expect(ada.meta.location).toBe(`${plain.baseUrl}/api/scim/v2/Users/${ada.id}`);
    const forwarded = await scim.get(`/Users/${ada.id}`, { 'x-forwarded-host': 'evil.example' });
    expect(forwarded.body.meta.location).toBe(ada.meta.location);
  } finally {
    await plain.close();
  }
});
