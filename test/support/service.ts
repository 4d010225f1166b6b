import { CompactSign, generateKeyPair } from 'jose';
import { issueToken } from '../../src/access/issue-token.js';
import { type App, createApp } from '../../src/app.js';
import { type Config, loadConfig } from '../../src/config.js';
import type { Principal, TokenKind } from '../../src/context.js';
import { createWorkspace } from '../../src/directory/create-workspace.js';
import { createLogger } from '../../src/logger.js';
import { serve } from '../../src/server.js';
import { newUuid } from '../../src/uuid.js';
import { openTestDatabase, type TestDatabase } from './database.js';

const keys = await generateKeyPair('EdDSA', { extractable: true });

/** The public half of the key that signs the tests' licences. */
export const licensePublicKey = keys.publicKey;

/** Signs a licence of the tests' own key; every claim can be replaced. */
export function signLicense(claims: Record<string, unknown> = {}): Promise<string> {
  const payload = {
    sub: 'Tests',
    plan: 'enterprise',
    features: ['EXTERNAL_API', 'SCIM'],
    exp: Date.UTC(2100, 0) / 1000,
    ...claims,
  };
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(keys.privateKey);
}

/** An answer of the service, its body parsed when it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into bodies of every shape, and fails where one differs.
  readonly json: any;
}

/** A workspace of a test's own, with an admin user and a token for each door. */
export interface Tenant {
  readonly id: string;
  readonly tokens: Readonly<Record<TokenKind, string>>;
}

/** The whole service on a free port, over a database of its own. */
export interface Service extends TestDatabase {
  readonly app: App;
  readonly baseUrl: string;
  /** The time that the service believes it to be; tests move it. */
  now: Date;
  /** What was logged, one line an entry. */
  readonly log: string[];
  /** An instance-wide admin token. */
  readonly adminToken: string;
  newTenant(options?: { readonly admin?: boolean }): Promise<Tenant>;
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** A query or mutation with an admin token; gives `data`, or throws the errors. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  graphql(query: string, variables?: Record<string, unknown>, token?: string): Promise<any>;
}

const system: Principal = {
  kind: 'admin',
  tokenId: null,
  tokenName: 'tests',
  workspaceId: null,
  userId: null,
};

/**
 * Starts the service as production would, licensed for everything unless told otherwise. A database
 * that is given is shared with other services and stays open.
 */
export async function startService(overrides: Partial<Config> = {}, shared?: TestDatabase): Promise<Service> {
  const database = shared ?? (await openTestDatabase());
  const config: Config = {
    ...(await loadConfig({})),
    license: { key: await signLicense(), publicKey: licensePublicKey },
    ...overrides,
  };
  const log: string[] = [];
  const state = { now: new Date() };
  let moved = false;
  const app = await createApp({
    config,
    orm: database.orm,
    logger: createLogger('info', { write: (line: string) => void log.push(line) }),
    now: () => (moved ? state.now : new Date()),
  });
  const server = await serve(app.koa.callback(), { host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const context = () => app.newContext({ principal: system, requestId: newUuid() });
  const { secret: adminToken } = await issueToken(context(), { kind: 'admin', name: 'tests' });

  const request = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(new URL(path, baseUrl), init);
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };

  return {
    ...database,
    app,
    baseUrl,
    log,
    adminToken,
    get now() {
      return moved ? state.now : new Date();
    },
    set now(date: Date) {
      moved = true;
      state.now = date;
    },
    async newTenant({ admin = true } = {}) {
      const { id } = await createWorkspace(context(), {
        name: 'Tenant',
        ...(admin ? { adminUserName: 'admin@example.com' } : {}),
      });
      const issue = async (kind: TokenKind) =>
        (await issueToken(context(), { kind, name: `${kind} token`, workspaceId: id })).secret;
      return {
        id,
        tokens: { external: await issue('external'), scim: await issue('scim'), admin: await issue('admin') },
      };
    },
    request,
    async graphql(query, variables = {}, token = adminToken) {
      const answer = await request('/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      if (answer.json?.errors) {
        throw new Error(JSON.stringify(answer.json.errors));
      }
      return answer.json.data;
    },
    async close() {
      app.endStreams();
      await server.stop();
      await app.close();
      if (!shared) {
        await database.close();
      }
    },
  };
}
