import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await service.newTenant({ admin: false });
});

const configure = async (profile: string, overrides?: object) =>
  (
    await service.graphql(
      `mutation ($input: ConfigureProvisioningInput!) {
        configureProvisioning(input: $input) { settings { profile unknownMembers groupPatchReply requireIfMatch } }
      }`,
      { input: { workspaceId: tenant.id, profile, ...(overrides ? { overrides } : {}) } },
      tenant.tokens.admin,
    )
  ).configureProvisioning.settings;

test('are a profile with differences', async () => {
  expect(await configure('ENTRA', { unknownMembers: 'SKIP', requireIfMatch: null })).toEqual({
    profile: 'ENTRA',
    unknownMembers: 'SKIP',
    groupPatchReply: 'NO_CONTENT',
    requireIfMatch: false,
  });
  // Differences are not kept when the next profile comes without them.
  expect(await configure('STANDARD')).toMatchObject({
    unknownMembers: 'REFUSE',
    groupPatchReply: 'RESOURCE',
  });
});

test.each([{ unknownMembers: 'MAYBE' }, { booleanStrings: 1 }, { shoeSize: true }])(
  'take no other words and names: %j',
  async (overrides) => {
    await expect(configure('STANDARD', overrides)).rejects.toThrow('BAD_USER_INPUT');
  },
);

test('that stay the same write nothing; the trail names each one that changed, and how it was', async () => {
  const different = { requireIfMatch: true, unknownMembers: 'SKIP' };
  await configure('OKTA', different);
  await configure('OKTA', different);
  await configure('OKTA', { ...different, requireIfMatch: false });
  const { auditEntries } = await service.graphql(
    `{ auditEntries(where: { action: { eq: "workspace.provisioning_configured" } }) {
      nodes { subject { name } changes { field value previous } }
    } }`,
    {},
    tenant.tokens.admin,
  );
  expect(auditEntries.nodes).toHaveLength(2);
  expect(auditEntries.nodes[0]).toEqual({
    subject: { name: 'Tenant' },
    changes: [{ field: 'requireIfMatch', value: false, previous: true }],
  });
  expect(auditEntries.nodes[1].changes).toContainEqual({
    field: 'profile',
    value: 'okta',
    previous: 'standard',
  });
});

test('the settings of an unknown workspace, or of a stranger’s, are null', async () => {
  const query = 'query ($id: ID!) { provisioningSettings(workspaceId: $id) { profile unknownPaths } }';
  const stranger = await service.newTenant({ admin: false });
  const ask = (id: string) => service.graphql(query, { id }, tenant.tokens.admin);
  expect(await ask(tenant.id)).toEqual({
    provisioningSettings: { profile: 'STANDARD', unknownPaths: 'REFUSE' },
  });
  expect(await ask(stranger.id)).toEqual({ provisioningSettings: null });
  expect(await ask('nobody')).toEqual({ provisioningSettings: null });
});
