import { readFile } from 'node:fs/promises';
import type { CryptoKey as JoseKey } from 'jose';
import { z } from 'zod';
import {
  allowedHosts,
  databaseUrl,
  encryptionKeys,
  integer,
  licensePublicKey,
  onOff,
  publicUrl,
  secret,
} from './config-values.js';
import { parseConfiguredResources } from './directory/attributes/parse-configured-resources.js';
import type { ConfiguredResources } from './directory/attributes/resource-model.js';
import { type AllowedHosts, NO_EXTRA_HOSTS } from './git/allowed-hosts.js';
import { type GraphqlConfig, graphqlVariables, toGraphqlConfig } from './graphql-config.js';
import type { Secret } from './secret.js';

/**
 * The configuration, read from environment variables once and nowhere else. A malformed value never
 * falls back to a default: every problem is reported by variable name, and never with the value.
 */

const variables = z.object({
  PORT: integer(3000, 0, 65535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_PREPARE: onOff('on'),
  MIGRATE: onOff('off'),
  EDITION: z
    .enum(['enterprise', 'community'], { error: 'must be enterprise or community' })
    .default('enterprise'),
  LICENSE_KEY: z.string().optional(),
  LICENSE_PUBLIC_KEY: licensePublicKey.optional(),
  EXTERNAL_API_ENABLED: onOff('on'),
  EXTERNAL_API_ACCESS_TOKEN: secret.optional(),
  ADMIN_TOKEN: secret.optional(),
  SCIM_ENABLED: onOff('on'),
  SCIM_BEARER_TOKEN: secret.optional(),
  SCIM_BASE_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, 'must be an absolute path without a trailing slash')
    .default('/api/scim/v2'),
  SCIM_DELETE: onOff('on'),
  SCIM_EXTENSION_NAME: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must start with a letter and hold letters, digits, _ and -')
    .default('platform'),
  SCIM_RESOURCE_TYPES_FILE: z.string().optional(),
  WORKSPACE_ID: z.uuid('must be a UUID').toLowerCase().optional(),
  WORKSPACE_NAME: z.string().trim().min(1).max(255).default('Workspace'),
  WORKSPACE_ADMIN: z.string().trim().min(1).max(255).default('admin'),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  GIT_ALLOWED_HOSTS: allowedHosts.optional(),
  GIT_TIMEOUT_MS: integer(30_000, 1_000, 600_000),
  ...graphqlVariables,
  AUDIT_RETENTION_DAYS: integer(0, 0, 36_500),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
});

/** The names of every variable that the service reads; `.env.example` is kept equal to it by a test. */
export const variableNames = Object.keys(variables.shape);

type Variables = z.output<typeof variables>;

/** The validated configuration. Embedded PGlite and the quickstart run when `databaseUrl` is absent. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: Secret | undefined;
  /** Whether frequent statements are prepared; some connection poolers cannot. */
  readonly prepareStatements: boolean;
  readonly migrate: boolean;
  readonly edition: 'enterprise' | 'community';
  readonly license: { readonly key: string | undefined; readonly publicKey: JoseKey | undefined };
  readonly externalApi: { readonly enabled: boolean; readonly accessToken: Secret | undefined };
  readonly adminToken: Secret | undefined;
  readonly scim: {
    readonly enabled: boolean;
    readonly bearerToken: Secret | undefined;
    readonly basePath: string;
    readonly deleteEnabled: boolean;
    readonly extensionName: string;
    /** The schemas, resource types and extensions that the operator added by a file. */
    readonly configuredResources: ConfiguredResources | undefined;
  };
  readonly firstWorkspace: { readonly id: string; readonly name: string; readonly admin: string } | undefined;
  readonly encryptionKeys: readonly { readonly id: string; readonly key: Secret }[];
  readonly git: { readonly allowedHosts: AllowedHosts; readonly timeoutMs: number };
  readonly graphql: GraphqlConfig;
  /** Audit entries older than this are deleted; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  readonly logLevel: string;
}

/** Thrown when the environment does not describe a valid configuration. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One line for each problem: the variable's name and what it must be. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads the configuration from an environment; throws a ConfigError that lists every problem. */
export async function loadConfig(env: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const given = Object.fromEntries(
    variableNames.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  );
  const parsed = await variables.safeParseAsync(given);
  const extensionName = parsed.data?.SCIM_EXTENSION_NAME ?? 'platform';
  const configured = await readResourceTypes(given.SCIM_RESOURCE_TYPES_FILE, extensionName);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missingCompanions(given),
    ...configured.problems,
  ];
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(problems);
  }
  return toConfig(parsed.data, configured.resources);
}

/** What the file of schemas and resource types holds; a problem with it never shows its content's values. */
async function readResourceTypes(
  path: string | undefined,
  extensionName: string,
): Promise<{ readonly resources: ConfiguredResources | undefined; readonly problems: readonly string[] }> {
  if (path === undefined) return { resources: undefined, problems: [] };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    return {
      resources: undefined,
      problems: [`SCIM_RESOURCE_TYPES_FILE names a file that cannot be read (${code})`],
    };
  }
  const { resources, problems } = parseConfiguredResources(text, extensionName);
  return {
    resources,
    problems: problems.map(({ path: place, message }) =>
      `SCIM_RESOURCE_TYPES_FILE ${place} ${message}`.replace('  ', ' '),
    ),
  };
}

/** Variables that mean nothing without another one: [the variable, the one it needs, why]. */
const companions = [
  ['SCIM_BEARER_TOKEN', 'WORKSPACE_ID', 'belongs to the first workspace'],
  ['WORKSPACE_ID', 'DATABASE_URL', 'describes a production workspace'],
  ['LICENSE_KEY', 'LICENSE_PUBLIC_KEY', 'cannot be verified alone'],
] as const;

function missingCompanions(given: Readonly<Record<string, unknown>>): string[] {
  return companions
    .filter(([name, needed]) => name in given && !(needed in given))
    .map(([name, needed, reason]) => `${name} ${reason}: set ${needed} too`)
    .concat(
      given.GRAPHQL_PERSISTED_DOCUMENTS === 'required' && !('GRAPHQL_DOCUMENTS_FILE' in given)
        ? ['GRAPHQL_PERSISTED_DOCUMENTS would refuse every document: set GRAPHQL_DOCUMENTS_FILE too']
        : [],
    );
}

function toConfig(values: Variables, configuredResources: ConfiguredResources | undefined): Config {
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    prepareStatements: values.DATABASE_PREPARE,
    migrate: values.MIGRATE,
    edition: values.EDITION,
    license: { key: values.LICENSE_KEY, publicKey: values.LICENSE_PUBLIC_KEY },
    externalApi: { enabled: values.EXTERNAL_API_ENABLED, accessToken: values.EXTERNAL_API_ACCESS_TOKEN },
    adminToken: values.ADMIN_TOKEN,
    scim: {
      enabled: values.SCIM_ENABLED,
      bearerToken: values.SCIM_BEARER_TOKEN,
      basePath: values.SCIM_BASE_PATH,
      deleteEnabled: values.SCIM_DELETE,
      extensionName: values.SCIM_EXTENSION_NAME,
      configuredResources,
    },
    firstWorkspace: values.WORKSPACE_ID
      ? { id: values.WORKSPACE_ID, name: values.WORKSPACE_NAME, admin: values.WORKSPACE_ADMIN }
      : undefined,
    encryptionKeys: values.ENCRYPTION_KEYS ?? [],
    git: { allowedHosts: values.GIT_ALLOWED_HOSTS ?? NO_EXTRA_HOSTS, timeoutMs: values.GIT_TIMEOUT_MS },
    graphql: toGraphqlConfig(values),
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}
