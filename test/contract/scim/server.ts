import { connect } from 'node:net';
import { type Config, loadConfig } from '../../../src/config.js';
import type { ConfiguredResources } from '../../../src/directory/attributes/resource-model.js';
import type {
  ProvisioningProfile,
  ProvisioningSettings,
} from '../../../src/directory/provisioning-settings.js';
import { type Service, signLicense, startService, type Tenant } from '../../support/service.js';
import { type Answer, type Json, ScimClient, USER } from './client.js';

export interface ScimOptions {
  readonly configured?: ConfiguredResources;
  readonly deletion?: boolean;
}

/** Starts the whole service; every test makes a workspace of its own in it. */
export async function openScim(options: ScimOptions = {}): Promise<ScimServer> {
  const { scim } = await loadConfig({});
  const service = await startService({
    scim: {
      ...scim,
      deleteEnabled: options.deletion ?? true,
      ...(options.configured ? { configuredResources: options.configured } : {}),
    } as Config['scim'],
  });
  return new ScimServer(service);
}

/** The service as SCIM's tests see it: workspaces, tokens, and looks behind the scene. */
export class ScimServer {
  readonly #tenants = new Map<string, Tenant>();
  readonly #others: Service[] = [];

  constructor(readonly service: Service) {}

  /** A workspace without any user, under a profile, and a client with its token. */
  async workspace(
    profile: ProvisioningProfile = 'standard',
    overrides: Partial<ProvisioningSettings> = {},
  ): Promise<ScimClient> {
    const tenant = await this.service.newTenant({ admin: false });
    this.#tenants.set(tenant.tokens.scim, tenant);
    if (profile !== 'standard' || Object.keys(overrides).length > 0) {
      await this.service.graphql(
        `mutation ($input: ConfigureProvisioningInput!) {
          configureProvisioning(input: $input) { settings { unknownPaths } }
        }`,
        {
          input: { workspaceId: tenant.id, profile: profile.toUpperCase(), overrides: inCapitals(overrides) },
        },
      );
    }
    return new ScimClient(`${this.service.baseUrl}/api/scim/v2`, tenant.tokens.scim);
  }

  workspaceId(client: ScimClient): string {
    const tenant = this.#tenants.get(client.token);
    if (!tenant) throw new Error('The client has no workspace of this server.');
    return tenant.id;
  }

  /** Another token of the client's workspace. */
  token = (client: ScimClient): Promise<string> =>
    this.#issue({ kind: 'SCIM', workspaceId: this.workspaceId(client) });

  /** A token that is bound to a user. */
  userToken = (client: ScimClient, userId: string): Promise<string> =>
    this.#issue({ kind: 'SCIM', workspaceId: this.workspaceId(client), userId });

  /** A token that has expired. */
  async expiredToken(client: ScimClient): Promise<string> {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const secret = await this.#issue({ kind: 'SCIM', workspaceId: this.workspaceId(client), expiresAt });
    await this.sql(`update tokens set expires_at = now() - interval '1 hour' where expires_at is not null`);
    return secret;
  }

  externalToken = async (client: ScimClient): Promise<string> =>
    this.#issue({ kind: 'EXTERNAL', workspaceId: this.workspaceId(client) });

  async #issue(input: Json): Promise<string> {
    const data = await this.service.graphql(
      'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { secret } }',
      { input: { name: 'another', ...input } },
    );
    return data.issueToken.secret;
  }

  /** A service that offers no SCIM, and a read of its users with its own good token or with none. */
  async withoutScim(why: 'community' | 'off' | 'unlicensed' | 'otherFeature') {
    const config = await loadConfig({});
    const license = {
      ...config.license,
      publicKey: (await import('../../support/service.js')).licensePublicKey,
    };
    const overrides: Readonly<Record<typeof why, Partial<Config>>> = {
      community: { edition: 'community' },
      off: { scim: { ...config.scim, enabled: false } },
      unlicensed: { license: { ...license, key: undefined } },
      otherFeature: { license: { ...license, key: await signLicense({ features: ['EXTERNAL_API'] }) } },
    };
    const service = await startService(overrides[why]);
    this.#others.push(service);
    const { tokens } = await service.newTenant({ admin: false });
    const client = new ScimClient(`${service.baseUrl}/api/scim/v2`, tokens.scim);
    return {
      user: (token: 'good' | 'none'): Promise<Answer> =>
        client.get('/Users', token === 'good' ? {} : { authorization: undefined }),
    };
  }

  /** Sends a request as bytes, so that nothing adds a header, and gives the head of the answer. */
  raw(requestLine: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const { hostname, port, host } = new URL(this.service.baseUrl);
    const lines = Object.entries({ Host: host, Connection: 'close', ...headers }).map(
      ([k, v]) => `${k}: ${v}`,
    );
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${requestLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
      );
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text.slice(0, text.indexOf('\r\n\r\n') + 2)));
      socket.on('error', reject);
    });
  }

  /** Posts a body in chunks, without telling its length. */
  async chunked(client: ScimClient, path: string, body: string): Promise<Answer> {
    const response = await fetch(`${client.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/scim+json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    const headers = [...response.headers].filter(([name]) => name === 'content-type');
    return { status: response.status, headers: Object.fromEntries(headers), body: await response.json() };
  }

  /** Does something while the database lacks a table that it needs. */
  async breaking<Result>(_: ScimClient, work: () => Promise<Result>): Promise<Result> {
    await this.sql('alter table users rename to mislaid');
    try {
      return await work();
    } finally {
      await this.sql('alter table mislaid rename to users');
    }
  }

  /** Does something and tells which statements it sent, authentication and settings aside. */
  async statements<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
    await work();
    let result: Result | undefined;
    const statements = await this.service.count.during(async () => {
      result = await work();
    });
    return { result: result as Result, statements };
  }

  /** How the database would run a statement if it could not read the whole table. */
  async plan(statement: string): Promise<string> {
    const parameters = Math.max(
      0,
      ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
    );
    const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`;
    return this.service.orm.em.transactional(async (entities) => {
      const run = (text: string): Promise<Json[]> =>
        entities.getConnection().execute(text, [], 'all', entities.getTransactionContext());
      await run('set local enable_seqscan = off');
      await run('set local plan_cache_mode = force_generic_plan');
      await run(`prepare explained as ${statement}`);
      const rows = await run(`explain execute explained${values}`);
      await run('deallocate explained');
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
  }

  /** What no answer shows of a user. */
  async hidden(client: ScimClient, userId: string): Promise<{ role: string; passwordHash: string | null }> {
    const [row] = await this.sql(
      `select role, password_hash as "passwordHash" from users
       where id = '${userId}' and workspace_id = '${this.workspaceId(client)}'`,
    );
    return row as never;
  }

  /** The hashes of a workspace's passwords, and every place in log and database that holds the text itself. */
  async passwordTraces(client: ScimClient, text: string): Promise<{ hashes: string[]; traces: string[] }> {
    const hashes = await this.sql(
      `select password_hash as hash from users where workspace_id = '${this.workspaceId(client)}' order by id`,
    );
    const tables = await this.sql(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    const traces = this.service.log.filter((line) => line.includes(text));
    for (const { name } of tables) {
      const found = await this.sql(`select 1 from "${name}" t where t::text like '%${text}%' limit 1`);
      if (found.length > 0) traces.push(String(name));
    }
    return { hashes: hashes.map(({ hash }) => String(hash)), traces };
  }

  /** Fills a workspace with users: the first over SCIM, the others as its copies. */
  async manyUsers(client: ScimClient, count: number, attributes: Json = {}): Promise<void> {
    const answer = await client.post('/Users', { schemas: [USER], userName: 'many-0', ...attributes });
    const columns = 'external_id, display_name, display_name_key, attributes, search, role, status, version';
    await this.sql(
      `insert into users (id, workspace_id, user_name, user_name_key, created_at, updated_at, ${columns})
       select gen_random_uuid(), workspace_id, 'many-' || n, 'many-' || n, created_at, updated_at, ${columns}
       from users, generate_series(1, ${count - 1}) n where id = '${answer.body.id}'`,
    );
  }

  sql(text: string): Promise<Json[]> {
    return this.service.orm.em.getConnection().execute(text);
  }

  async close(): Promise<void> {
    for (const service of [this.service, ...this.#others]) await service.close();
  }
}

/** The words of settings as GraphQL has them. */
function inCapitals(overrides: Partial<ProvisioningSettings>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(overrides).map(([name, word]) => [
      name,
      typeof word === 'string' ? word.replace(/([A-Z])/g, '_$1').toUpperCase() : word,
    ]),
  );
}
