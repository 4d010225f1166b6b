import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { CompactSign, exportSPKI, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAdmission } from '../../src/access/admission.js';
import { LicenseVerifier } from '../../src/access/license.js';
import { type Config, loadConfig } from '../../src/config.js';
import { openDatabase } from '../../src/database/database.js';
import { Secret } from '../../src/secret.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';
import { createGroup, getGroup } from '../support/rest.js';
import {
  type Answer,
  licensePublicKey,
  type Service,
  signLicense,
  startService,
  type Tenant,
} from '../support/service.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function started(overrides: Partial<Config> = {}): Promise<{ service: Service; tenant: Tenant }> {
  service = await startService(overrides, database);
  return { service, tenant: await service.newTenant() };
}

const licensed = (key: string | undefined): Partial<Config> => ({
  license: { key, publicKey: licensePublicKey },
});

const outcome = (answer: Answer) => [answer.status, answer.json.code];

async function create(overrides: Partial<Config>, headers: Record<string, string> = {}): Promise<Answer> {
  const { service, tenant } = await started(overrides);
  return createGroup(service, tenant, { name: 'n' }, { headers });
}

/** Nothing but the check in question would refuse this request, whose body is broken as well. */
const OUT_OF_ORDER = { Authorization: 'Basic wrong', 'Content-Type': 'text/plain' };

describe('several Authorization headers', () => {
  /** fetch would join them into one. */
  const statusWith = async (path: string, authorization: readonly string[]) => {
    const url = new URL(path, (service as Service).baseUrl);
    const headers = ['Host', url.host, ...authorization.flatMap((value) => ['Authorization', value])];
    const asked = request(url, { headers });
    const [response] = await once(asked.end(), 'response');
    response.resume();
    return response.statusCode;
  };

  test.each(['external', 'scim', 'admin'] as const)(
    'at the door %s authenticate nobody, save when they are the same',
    async (kind) => {
      const { tenant } = await started();
      const path = {
        external: `/api/ext/workspace/${tenant.id}/groups/x`,
        scim: '/api/scim/v2/Groups',
        admin: '/graphql?query=%7B__typename%7D',
      }[kind];
      const right = `Bearer ${tenant.tokens[kind]}`;
      const admitted = kind === 'external' ? 400 : 200;
      expect(await statusWith(path, [right])).toBe(admitted);
      expect(await statusWith(path, [right, right])).toBe(admitted);
      expect(await statusWith(path, [right, 'Bearer other'])).toBe(401);
      expect(await statusWith(path, ['Bearer other', right])).toBe(401);
    },
  );
});

describe('the order of checks', () => {
  test('the Community Edition comes first', async () => {
    const overrides: Partial<Config> = {
      edition: 'community',
      externalApi: { enabled: false, accessToken: undefined },
      ...licensed(undefined),
    };
    expect(outcome(await create(overrides, OUT_OF_ORDER))).toEqual([
      404,
      'NOT_AVAILABLE_ON_COMMUNITY_EDITION',
    ]);
  });

  test('then the switch', async () => {
    const overrides = { externalApi: { enabled: false, accessToken: undefined }, ...licensed(undefined) };
    expect(outcome(await create(overrides, OUT_OF_ORDER))).toEqual([403, 'EXTERNAL_API_DISABLED']);
  });

  test('then the token, with a challenge for each scheme', async () => {
    const answer = await create(licensed(undefined), OUT_OF_ORDER);
    expect(outcome(answer)).toEqual([401, 'UNAUTHENTICATED']);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Basic realm="Rollcall External API", Bearer realm="Rollcall External API"',
    );
  });

  test('then the plan', async () => {
    expect(outcome(await create(licensed(undefined), { 'Content-Type': 'text/plain' }))).toEqual([
      403,
      'FEATURE_NOT_IN_PLAN',
    ]);
  });

  test('then the feature', async () => {
    const withoutFeature = licensed(await signLicense({ features: ['SCIM'] }));
    expect(outcome(await create(withoutFeature, { 'Content-Type': 'text/plain' }))).toEqual([
      451,
      'FEATURE_NOT_LICENSED',
    ]);
  });

  test('then media type, size, JSON and body, before the workspace and its admin', async () => {
    const { service } = await started();
    const empty = await service.newTenant({ admin: false });
    const nowhere = { workspaceId: 'nowhere' };
    const plain = await createGroup(service, empty, '{', {
      ...nowhere,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(outcome(plain)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const large = await createGroup(service, empty, `{${' '.repeat(1_000_001)}`, nowhere);
    expect(outcome(large)).toEqual([413, 'BODY_TOO_LARGE']);
    expect(outcome(await createGroup(service, empty, '{', nowhere))).toEqual([400, 'MALFORMED_JSON']);
    expect(outcome(await createGroup(service, empty, {}, nowhere))).toEqual([400, 'VALIDATION_FAILED']);
    const rules = [{ type: 'app', resources: ['Nope'], permissions: { canEdit: true } }];
    const body = { name: 'n', granularPermissions: rules };
    expect(outcome(await createGroup(service, empty, body, nowhere))).toEqual([400, 'WORKSPACE_NOT_FOUND']);
    expect(outcome(await createGroup(service, empty, body))).toEqual([400, 'WORKSPACE_HAS_NO_ADMIN']);
  });

  test('then resources, and the name last', async () => {
    const { service, tenant } = await started();
    await createGroup(service, tenant, { name: 'n' });
    const rules = [{ type: 'app', resources: ['Nope'], permissions: { canEdit: true } }];
    const body = { name: 'n', granularPermissions: rules };
    expect(outcome(await createGroup(service, tenant, body))).toEqual([400, 'RESOURCE_NOT_FOUND']);
    expect(outcome(await createGroup(service, tenant, { name: 'n' }))).toEqual([409, 'GROUP_NAME_TAKEN']);
  });

  test('get has the same gates', async () => {
    const { service, tenant } = await started({ edition: 'community' });
    expect(outcome(await getGroup(service, tenant, 'x'))).toEqual([
      404,
      'NOT_AVAILABLE_ON_COMMUNITY_EDITION',
    ]);
  });
});

describe('a licence', () => {
  const compact = (header: object, payload: object, signature: (input: string) => string) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const input = `${encode(header)}.${encode(payload)}`;
    return `${input}.${signature(input)}`;
  };
  const claims = {
    sub: 'Thief',
    plan: 'enterprise',
    features: ['EXTERNAL_API'],
    exp: Date.UTC(2100, 0) / 1000,
  };

  test('that verifies and has the feature opens the door', async () => {
    expect((await create(licensed(await signLicense()))).status).toBe(201);
  });

  test('whose payload was changed counts as none', async () => {
    const [header, , signature] = (await signLicense()).split('.');
    const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    expect(outcome(await create(licensed(forged)))).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
  });

  test('signed by another key counts as none', async () => {
    const other = await generateKeyPair('EdDSA');
    const jws = await new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(other.privateKey);
    expect(outcome(await create(licensed(jws)))).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
  });

  test('with alg none counts as none', async () => {
    const jws = compact({ alg: 'none' }, claims, () => '');
    expect(outcome(await create(licensed(jws)))).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
  });

  test('signed with HS256 and the public key as the secret counts as none', async () => {
    const publicPem = await exportSPKI(licensePublicKey);
    const jws = compact({ alg: 'HS256' }, claims, (input) =>
      createHmac('sha256', publicPem).update(input).digest('base64url'),
    );
    expect(outcome(await create(licensed(jws)))).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
  });

  test.each([{ plan: 'gold' }, { features: 'EXTERNAL_API' }, { exp: undefined }, { sub: '' }])(
    'with the claims %j counts as none',
    async (wrong) => {
      expect(outcome(await create(licensed(await signLicense(wrong))))).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
    },
  );

  test('that expires while the service runs stops to count at once', async () => {
    const exp = Date.UTC(2030, 0) / 1000;
    const { service, tenant } = await started(licensed(await signLicense({ exp })));
    service.now = new Date(exp * 1000 - 1);
    expect((await createGroup(service, tenant, { name: 'before' })).status).toBe(201);
    service.now = new Date(exp * 1000);
    expect(outcome(await createGroup(service, tenant, { name: 'after' }))).toEqual([
      403,
      'FEATURE_NOT_IN_PLAN',
    ]);
  });

  test('can be installed while the service runs; an invalid one is refused and changes nothing', async () => {
    // The installed licence is the instance's: this test has a database of its own.
    service = await startService(licensed(undefined));
    const tenant = await service.newTenant();
    const { graphql } = service;
    expect((await createGroup(service, tenant, { name: 'a' })).json.code).toBe('FEATURE_NOT_IN_PLAN');
    const install = (jws: string) =>
      graphql(
        `mutation ($jws: String!) { installLicense(input: { jws: $jws }) { license { subject plan features } } }`,
        { jws },
      );
    await expect(install('not.a.licence')).rejects.toThrow('LICENSE_INVALID');
    await expect(install(await signLicense({ exp: 1 }))).rejects.toThrow('it has expired');
    expect(await install(await signLicense({ sub: 'ACME' }))).toEqual({
      installLicense: {
        license: { subject: 'ACME', plan: 'ENTERPRISE', features: ['EXTERNAL_API', 'SCIM'] },
      },
    });
    // The look-up of the absent licence may be trusted for a second.
    await expect
      .poll(async () => (await createGroup(service as Service, tenant, { name: 'b' })).status, {
        timeout: 5_000,
      })
      .toBe(201);
  });
});

describe('a token', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test('is accepted in every form that clients send, in any letter case of the scheme', async () => {
    const { service, tenant } = await started();
    const token = tenant.tokens.external;
    const forms = [
      `Basic ${token}`,
      `basic ${token}`,
      `BASIC ${base64(`user:${token}`)}`,
      `Basic ${base64(`:${token}`)}`,
      `Basic ${base64(`${token}:`)}`,
      `Bearer ${token}`,
      `bearer ${token}`,
    ];
    for (const [index, Authorization] of forms.entries()) {
      const answer = await createGroup(
        service,
        tenant,
        { name: `n${index}` },
        { headers: { Authorization } },
      );
      expect(answer.status, Authorization).toBe(201);
    }
  });

  test('of another kind, half a token, or nothing at all opens nothing', async () => {
    const { service, tenant } = await started({
      externalApi: { enabled: true, accessToken: undefined },
      adminToken: undefined,
    });
    const wrong = [
      '',
      'Basic',
      'Basic ',
      'Bearer undefined',
      'Basic null',
      `Basic ${base64(':')}`,
      `Basic ${base64('')}`,
      tenant.tokens.external,
      `Digest ${tenant.tokens.external}`,
      `Basic ${tenant.tokens.external.slice(0, -1)}`,
      `Basic ${tenant.tokens.admin}`,
      `Basic ${tenant.tokens.scim}`,
      `Basic ${base64(`${tenant.tokens.external}:password`)}`,
    ];
    for (const Authorization of wrong) {
      const answer = await createGroup(service, tenant, { name: 'n' }, { headers: { Authorization } });
      expect(outcome(answer), Authorization).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  test('of the environment reaches every workspace; one of a workspace does not', async () => {
    const accessToken = new Secret('e'.repeat(40));
    const { service, tenant } = await started({ externalApi: { enabled: true, accessToken } });
    const headers = { Authorization: `Basic ${accessToken.reveal()}` };
    expect((await createGroup(service, tenant, { name: 'n' }, { headers })).status).toBe(201);
    const other = await service.newTenant();
    expect((await createGroup(service, other, { name: 'n' }, { headers })).status).toBe(201);
    const foreign = await createGroup(service, tenant, { name: 'm' }, { workspaceId: other.id });
    expect(outcome(foreign)).toEqual([400, 'WORKSPACE_NOT_FOUND']);
  });

  test('stops working when it expires, to the moment', async () => {
    const { service, tenant } = await started();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { issueToken } = await service.graphql(
      `mutation ($workspaceId: ID!, $expiresAt: DateTimeISO!) {
        issueToken(input: { kind: EXTERNAL, name: "short", workspaceId: $workspaceId, expiresAt: $expiresAt }) {
          secret token { expiresAt }
        }
      }`,
      { workspaceId: tenant.id, expiresAt: expiresAt.toISOString() },
    );
    expect(issueToken.token.expiresAt).toBe(expiresAt.toISOString());
    const headers = { Authorization: `Basic ${issueToken.secret}` };
    expect((await createGroup(service, tenant, { name: 'a' }, { headers })).status).toBe(201);
    service.now = expiresAt;
    expect(outcome(await createGroup(service, tenant, { name: 'b' }, { headers }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
  });

  test('stops working within a second of its revocation, and its last use is written outside the request', async () => {
    const { service, tenant } = await started();
    await createGroup(service, tenant, { name: 'a' });
    const tokens = await service.graphql(
      `query ($id: ID!) { workspace(id: $id) { tokens { nodes { id kind lastUsedAt } } } }`,
      { id: tenant.id },
    );
    const external = tokens.workspace.tokens.nodes.find((node: { kind: string }) => node.kind === 'EXTERNAL');
    const { revokeToken } = await service.graphql(
      `mutation ($id: ID!) { revokeToken(input: { id: $id }) { token { revokedAt } } }`,
      { id: external.id },
    );
    expect(revokeToken.token.revokedAt).toEqual(expect.any(String));
    await expect
      .poll(async () => (await createGroup(service, tenant, { name: 'b' })).status, { timeout: 5_000 })
      .toBe(401);
    expect(external.lastUsedAt).toBeNull();
    await service.app.close();
    const rows = await service.orm.em
      .getConnection()
      .execute(`select last_used_at is not null as used from tokens where id = '${external.id}'`);
    expect(rows).toEqual([{ used: true }]);
  });

  test('is in no row, no log line and no answer', async () => {
    const { service, tenant } = await started();
    const answer = await createGroup(service, tenant, { name: 'n' });
    const stored = await service.orm.em.getConnection().execute('select t::text as row from tokens t');
    const audit = await service.orm.em.getConnection().execute('select a::text as row from audit_entries a');
    const everything = [answer.text, ...service.log, ...[...stored, ...audit].map(({ row }) => row)].join(
      '\n',
    );
    for (const token of Object.values(tenant.tokens)) {
      expect(everything).not.toContain(token);
    }
    expect(service.log.some((line) => line.includes('"actor":"external token"'))).toBe(true);
  });
});

test('the SCIM door has a switch of its own', async () => {
  const config = await loadConfig({ SCIM_ENABLED: 'off' });
  const admission = openAdmission({
    config,
    database: () => openDatabase(database.orm.em),
    verifier: new LicenseVerifier(undefined),
    now: () => new Date(),
  });
  await expect(admission.admit('scim', undefined)).rejects.toThrow(
    expect.objectContaining({ code: 'SCIM_DISABLED' }),
  );
  await admission.close();
});

test('neither edition nor licence closes GraphQL', async () => {
  const { service } = await started({ edition: 'community', ...licensed(undefined) });
  const { workspaces } = await service.graphql('{ workspaces(last: 1) { nodes { name } } }');
  expect(workspaces.nodes).toEqual([{ name: 'Tenant' }]);
});
