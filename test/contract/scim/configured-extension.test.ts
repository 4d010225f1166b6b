import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.js';
import { type Service, startService } from '../../support/service.js';
import { error, expectResource, list, one, PLATFORM, ScimClient, USER } from './client.js';

/** The example of docs/scim.md, given to the service as an operator would. */
const BADGE = 'urn:example:params:scim:schemas:extension:Badge:1.0:User';
let service: Service;
let scim: ScimClient;
beforeAll(async () => {
  const [, example] =
    /```json\n(\{\n {2}"schemas": \[\n {4}\{\n {6}"id"[\s\S]*?)```/.exec(
      await readFile('docs/scim.md', 'utf8'),
    ) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-types-'));
  const file = join(folder, 'resource-types.json');
  await writeFile(file, example ?? '');
  const { scim: configured } = await loadConfig({ SCIM_RESOURCE_TYPES_FILE: file });
  await rm(folder, { recursive: true });
  service = await startService({ scim: configured });
  const { tokens } = await service.newTenant({ admin: false });
  scim = new ScimClient(`${service.baseUrl}/api/scim/v2`, tokens.scim);
});
afterAll(() => service.close());

test('46a. a configured extension of User is in discovery and in every operation', async () => {
  expect(await scim.get(`/Schemas/${BADGE}`)).toMatchObject({
    status: 200,
    body: {
      id: BADGE,
      name: 'Badge',
      attributes: [{ name: 'number', uniqueness: 'server' }, { name: 'issuedAt' }],
    },
  });
  const { schemaExtensions } = (await scim.get('/ResourceTypes/User')).body;
  expect(schemaExtensions).toEqual([
    { schema: expect.stringContaining('enterprise'), required: false },
    { schema: PLATFORM, required: false },
    { schema: BADGE, required: false },
  ]);

  const badge = { number: 'B-7', issuedAt: '2026-01-01T00:00:00Z' };
  const body = { schemas: [USER, BADGE], userName: 'ada', [BADGE]: badge };
  const shown = { userName: 'ada', active: true, [BADGE]: badge };
  const ada = expectResource(scim, await scim.post('/Users', body), 201, 'User', shown, [USER, BADGE]);
  expect(await scim.post('/Users', { ...body, userName: 'bob' })).toEqual(error(409, 'uniqueness', 'B-7'));
  expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
  for (const filter of [
    `${BADGE}:number eq "B-7"`,
    'number eq "B-7"',
    `${BADGE}:issuedAt lt "2026-06-01T00:00:00Z"`,
  ]) {
    expect(await scim.get(`/Users?filter=${encodeURIComponent(filter)}`), filter).toEqual(list([ada]));
  }
  expect(await scim.find(`${BADGE}:number eq "b-7"`)).toEqual([]);
  expect((await scim.get(`/Users/${ada.id}?attributes=${BADGE}:number`)).body).toEqual({
    schemas: [USER, BADGE],
    id: ada.id,
    [BADGE]: { number: 'B-7' },
  });
  const patched = await scim.patch(`/Users/${ada.id}`, [{ op: 'remove', path: `${BADGE}:issuedAt` }]);
  expectResource(scim, patched, 200, 'User', { ...shown, [BADGE]: { number: 'B-7' } }, [USER, BADGE]);
  const replaced = await scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada' });
  expectResource(scim, replaced, 200, 'User', { userName: 'ada', active: true });
});
