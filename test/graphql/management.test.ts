import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, signLicense, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const run = (text: string, token = tenant.tokens.admin) => service.graphql(text, {}, token);

describe('environments', () => {
  const list = async () =>
    (await run(`{ workspace(id: "${tenant.id}") { environments { id name position builtIn } } }`)).workspace
      .environments;
  const names = async () => (await list()).map((one: { name: string }) => one.name);
  const create = async (name: string) =>
    (
      await run(
        `mutation { createEnvironment(input: { workspaceId: "${tenant.id}", name: "${name}" }) { environment { id position builtIn } } }`,
      )
    ).createEnvironment.environment;
  const update = (id: string, changes: string) =>
    run(
      `mutation { updateEnvironment(input: { id: "${id}", ${changes} }) { environment { position name } } }`,
    );
  const remove = (id: string) =>
    run(`mutation { deleteEnvironment(input: { id: "${id}" }) { environment { name } } }`);

  test('start as three that stay, in the order of promotion', async () => {
    expect(await names()).toEqual(['development', 'staging', 'production']);
    const [development] = await list();
    expect(development).toMatchObject({ position: 0, builtIn: true });
    await expect(remove(development.id)).rejects.toThrow('ENVIRONMENT_BUILT_IN');
    await expect(update(development.id, 'name: "dev"')).rejects.toThrow('ENVIRONMENT_BUILT_IN');
  });

  test('are added at the end, moved, renamed and taken away; the others make room', async () => {
    const canary = await create('canary');
    expect(canary).toMatchObject({ position: 3, builtIn: false });
    await update(canary.id, 'position: 1');
    expect(await names()).toEqual(['development', 'canary', 'staging', 'production']);
    await update(canary.id, 'name: "preview", position: 99');
    expect(await names()).toEqual(['development', 'staging', 'production', 'preview']);
    const [development] = await list();
    await update(development.id, 'position: 2');
    expect(await names()).toEqual(['staging', 'production', 'development', 'preview']);
    await update(development.id, 'position: 0');
    await update(canary.id, 'position: 0');
    await remove(canary.id);
    expect((await list()).map((one: object) => Object.values(one).slice(1, 3))).toEqual([
      ['development', 0],
      ['staging', 1],
      ['production', 2],
    ]);
  });

  test('have names of their own', async () => {
    await expect(create('staging')).rejects.toThrow('ENVIRONMENT_NAME_TAKEN');
    await expect(create('Released')).rejects.toThrow('reserved word');
    const one = await create('one');
    await expect(update(one.id, 'name: "production"')).rejects.toThrow('ENVIRONMENT_NAME_TAKEN');
    await expect(update(one.id, 'position: -1')).rejects.toThrow('must not be negative');
    await remove(one.id);
    await expect(remove(one.id)).rejects.toThrow('ENVIRONMENT_NOT_FOUND');
  });
});

describe('the rotation of a token', () => {
  const issue = async (more = '') =>
    (
      await run(
        `mutation { issueToken(input: { kind: ADMIN, name: "ci", workspaceId: "${tenant.id}"${more} }) { secret token { id } } }`,
      )
    ).issueToken;
  const rotate = async (id: string, more = '') =>
    (
      await run(
        `mutation { rotateToken(input: { id: "${id}"${more} }) {
          secret token { id kind name workspaceId expiresAt } previous { id revokedAt expiresAt } } }`,
      )
    ).rotateToken;
  const status = async (secret: string) =>
    (
      await service.request('/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      })
    ).status;

  test('gives a new one of the same kind, and revokes the old', async () => {
    const old = await issue();
    const { secret, token, previous } = await rotate(old.token.id);
    expect(token).toMatchObject({ kind: 'ADMIN', name: 'ci', workspaceId: tenant.id, expiresAt: null });
    expect(previous.id).toBe(old.token.id);
    expect(previous.revokedAt).not.toBeNull();
    expect([await status(secret), await status(old.secret)]).toEqual([200, 401]);
    await expect(rotate(old.token.id)).rejects.toThrow('TOKEN_NOT_LIVE');
  });

  test('lets the old one work on for as long as was asked', async () => {
    const old = await issue();
    const { secret, previous } = await rotate(old.token.id, ', overlapSeconds: 60');
    expect(previous.revokedAt).toBeNull();
    expect(Date.parse(previous.expiresAt)).toBeGreaterThan(Date.now());
    expect([await status(secret), await status(old.secret)]).toEqual([200, 200]);
    await expect(rotate(old.token.id, ', overlapSeconds: 604801')).rejects.toThrow(
      'must be from 0 to 604800',
    );
    await expect(rotate(old.token.id, ', expiresAt: "2020-01-01T00:00:00Z"')).rejects.toThrow(
      'in the future',
    );
  });

  test('keeps the lifetime that the old one was given', async () => {
    const old = await issue(`, expiresAt: "${new Date(Date.now() + 3_600_000).toISOString()}"`);
    const { token } = await rotate(old.token.id);
    expect(Date.parse(token.expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  });
});

describe('a workspace', () => {
  test('is renamed; one that is as it should be stays as it is', async () => {
    const other = await service.newTenant();
    const rename = async () =>
      (
        await run(
          `mutation { updateWorkspace(input: { id: "${other.id}", name: " Renamed " }) { workspace { name updatedAt } } }`,
          other.tokens.admin,
        )
      ).updateWorkspace.workspace;
    const first = await rename();
    expect(first.name).toBe('Renamed');
    expect(await rename()).toEqual(first);
  });

  test('is deleted by a token of the instance that repeats its name, with everything in it', async () => {
    const other = await service.newTenant();
    const remove = (name: string, token?: string) =>
      run(
        `mutation { deleteWorkspace(input: { id: "${other.id}", name: "${name}" }) { workspace { id name environments { id } } } }`,
        token ?? service.adminToken,
      );
    await expect(remove('Tenant', other.tokens.admin)).rejects.toThrow('FORBIDDEN');
    await expect(remove('tenant')).rejects.toThrow('must repeat the name');
    expect((await remove('Tenant')).deleteWorkspace.workspace).toEqual({
      id: other.id,
      name: 'Tenant',
      environments: [],
    });
    expect(await run(`{ workspace(id: "${other.id}") { id } }`, service.adminToken)).toEqual({
      workspace: null,
    });
  });
});

test('apps and data sources are renamed; a name that is taken is refused', async () => {
  const create = async (name: string) =>
    (
      await run(
        `mutation { createApp(input: { workspaceId: "${tenant.id}", name: "${name}" }) { app { id } } }`,
      )
    ).createApp.app.id;
  const [one] = [await create('One'), await create('Two')];
  const { updateApp } = await run(
    `mutation { updateApp(input: { id: "${one}", name: "Uno" }) { app { name slug } } }`,
  );
  expect(updateApp.app).toEqual({ name: 'Uno', slug: 'one' });
  await expect(
    run(`mutation { updateApp(input: { id: "${one}", name: "Two" }) { app { id } } }`),
  ).rejects.toThrow('APP_NAME_TAKEN');
  const source = async (name: string) =>
    (
      await run(
        `mutation { createDataSource(input: { workspaceId: "${tenant.id}", name: "${name}", kind: "mysql" }) { dataSource { id } } }`,
      )
    ).createDataSource.dataSource.id;
  const [first] = [await source('First'), await source('Second')];
  const { updateDataSource } = await run(
    `mutation { updateDataSource(input: { id: "${first}", kind: "postgresql" }) { dataSource { name kind } } }`,
  );
  expect(updateDataSource.dataSource).toEqual({ name: 'First', kind: 'postgresql' });
  await expect(
    run(`mutation { updateDataSource(input: { id: "${first}", name: "Second" }) { dataSource { id } } }`),
  ).rejects.toThrow('DATA_SOURCE_NAME_TAKEN');
});

describe('the licence', () => {
  const ask = async (on: Service) =>
    (await on.graphql('{ license { source state problem installedAt license { subject plan } } }')).license;

  test('of the environment is told as such', async () => {
    expect(await ask(service)).toEqual({
      source: 'ENVIRONMENT',
      state: 'VALID',
      problem: null,
      installedAt: null,
      license: { subject: 'Tests', plan: 'ENTERPRISE' },
    });
  });

  test('is missing, then installed, then expired', async () => {
    const { licensePublicKey } = await import('../support/service.js');
    const other = await startService({ license: { key: undefined, publicKey: licensePublicKey } });
    expect(await ask(other)).toMatchObject({ source: 'NONE', state: 'MISSING', license: null });
    const jws = await signLicense({ plan: 'team', exp: Math.floor(Date.now() / 1000) + 60 });
    const { installLicense } = await other.graphql(
      'mutation ($jws: String!) { installLicense(input: { jws: $jws }) { license { plan } status { source state } } }',
      { jws },
    );
    expect(installLicense).toEqual({
      license: { plan: 'TEAM' },
      status: { source: 'INSTALLED', state: 'VALID' },
    });
    other.now = new Date(Date.now() + 120_000);
    expect(await ask(other)).toMatchObject({ state: 'EXPIRED', license: { plan: 'TEAM' } });
    await other.close();
  });

  test('that does not verify says why', async () => {
    const { licensePublicKey } = await import('../support/service.js');
    const other = await startService({ license: { key: 'nonsense', publicKey: licensePublicKey } });
    expect(await ask(other)).toMatchObject({
      state: 'INVALID',
      problem: 'it is not a JWS signed with EdDSA.',
      license: null,
    });
    await other.close();
  });
});

test('the viewer is the token that asks', async () => {
  expect((await run('{ viewer { tokenName kind workspaceId } }')).viewer).toEqual({
    tokenName: 'admin token',
    kind: 'ADMIN',
    workspaceId: tenant.id,
  });
});
