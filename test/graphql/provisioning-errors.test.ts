import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { configuredDevice, WARRANTY } from '../support/device-type.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  const { scim } = await loadConfig({});
  service = await startService({ scim: { ...scim, configuredResources: configuredDevice } });
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const list = (args: string) =>
  service.graphql(
    `query ($workspaceId: ID!) { provisionedResources(workspaceId: $workspaceId, ${args}) { totalCount } }`,
    { workspaceId: tenant.id },
  );

const create = (type: string, attributes: object) =>
  service.graphql(
    `mutation ($input: CreateProvisionedResourceInput!) {
      createProvisionedResource(input: $input) { resource { id } }
    }`,
    { input: { workspaceId: tenant.id, type, attributes } },
  );

test.each([
  ['RESOURCE_TYPE_NOT_FOUND', () => list('type: "Robot"')],
  ['RESOURCE_TYPE_NOT_FOUND', () => create('Robot', {})],
  [
    'FILTER_INVALID',
    () => list('type: "User", where: { compare: { attribute: "active", operator: GT, value: true } }'),
  ],
  ['FILTER_INVALID', () => list('type: "User", where: { present: "password" }')],
  ['FILTER_INVALID', () => list('type: "User", where: {}')],
  ['SORT_INVALID', () => list('type: "User", orderBy: { attribute: "shoeSize" }')],
  ['ATTRIBUTE_UNKNOWN', () => create('User', { userName: 'ada', shoeSize: 38 })],
  ['VALUE_INVALID', () => create('User', { userName: 7 })],
  [
    'WORKSPACE_NOT_FOUND',
    () =>
      service.graphql(
        'mutation ($input: CreateProvisionedResourceInput!) { createProvisionedResource(input: $input) { changed } }',
        { input: { workspaceId: 'nowhere', type: 'User', attributes: { userName: 'ada' } } },
      ),
  ],
])('%s', async (code, attempt) => {
  await expect(attempt()).rejects.toThrow(`"code":"${code}"`);
});

test('VALUE_TAKEN, for a unique attribute of a configured type', async () => {
  const device = { serialNumber: 'SN-1', [WARRANTY]: { contract: 'C-1' } };
  await create('Device', device);
  await expect(create('Device', device)).rejects.toThrow('"code":"VALUE_TAKEN"');
});
