import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import { GROUP, type ScimClient, UNKNOWN_ID, USER } from './client.js';
import { openScim, type ScimServer } from './server.js';

/** What the log says of refused requests: the code of the domain or the keyword of SCIM, and no names. */
let server: ScimServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
  scim = await server.workspace();
});
afterAll(() => server.close());

let requests = 0;
async function codeOf(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  requests += 1;
  const id = `request-${requests}`;
  await scim.send(method, path, { body, headers: { 'x-request-id': id, ...headers } });
  const lines = server.service.log.map((line) => JSON.parse(line));
  return lines.find(({ requestId }) => requestId === id)?.code;
}
const patch = (path: string, operation: object, headers = {}) =>
  codeOf(
    'PATCH',
    path,
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] },
    headers,
  );
const filter = (text: string) => codeOf('GET', `/Users?filter=${encodeURIComponent(text)}`);

test('every refusal is told by its code', async () => {
  const ada = await scim.user('Ada.Lovelace');
  const path = `/Users/${ada.id}`;
  const device = { schemas: [DEVICE, WARRANTY], serialNumber: 'S', [WARRANTY]: { contract: 'C' } };
  await scim.post('/Devices', device);
  await scim.group('Team');

  expect(await filter('userName regex "Ada.Lovelace"')).toBe('invalidFilter');
  expect(await filter('shoeSize eq "Ada.Lovelace"')).toBe('FILTER_INVALID');
  expect(await codeOf('GET', '/Users?sortBy=shoeSize')).toBe('SORT_INVALID');
  expect(await codeOf('GET', '/Users?count=x')).toBe('invalidValue');
  expect(await codeOf('GET', `/Users/${UNKNOWN_ID}`)).toBe('PROVISIONED_RESOURCE_NOT_FOUND');
  expect(await codeOf('GET', '/Nope')).toBe('ROUTE_NOT_FOUND');
  expect(await codeOf('DELETE', '/Users')).toBe('405');
  expect(await codeOf('POST', '/Users', '{')).toBe('MALFORMED_JSON');
  expect(await codeOf('POST', '/Users', 'x', { 'content-type': 'text/plain' })).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  );
  expect(await codeOf('POST', '/Users', { schemas: [USER], userName: 'ada.lovelace' })).toBe(
    'USER_NAME_TAKEN',
  );
  expect(await codeOf('POST', '/Groups', { schemas: [GROUP], displayName: 'team' })).toBe('GROUP_NAME_TAKEN');
  expect(await codeOf('POST', '/Devices', device)).toBe('VALUE_TAKEN');
  expect(await patch(path, { op: 'add', path: 'title', value: 7 })).toBe('VALUE_INVALID');
  expect(await patch(path, { op: 'add', path: 'a..b', value: 7 })).toBe('invalidPath');
  expect(await patch(path, { op: 'add', path: 'id', value: 'x' })).toBe('ATTRIBUTE_IMMUTABLE');
  expect(await patch(path, { op: 'remove', path: 'emails[type eq "work"]' })).toBe('TARGET_NOT_FOUND');
  const stale = { 'if-match': 'W/"0"' };
  expect(await patch(path, { op: 'add', path: 'title', value: 'T' }, stale)).toBe('VERSION_MISMATCH');
  expect(server.service.log.join('\n')).not.toMatch(/lovelace|regex|shoeSize/i);
});
