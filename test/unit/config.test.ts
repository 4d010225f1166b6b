import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, loadConfig, variableNames } from '../../src/config.js';

async function problemsOf(env: Record<string, string>): Promise<readonly string[]> {
  try {
    await loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
}

const SECRET = 'correct-horse-battery-staple-0123456789';

test('without any variable it is the quickstart', async () => {
  const config = await loadConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: './data',
    databaseUrl: undefined,
    edition: 'enterprise',
    firstWorkspace: undefined,
    externalApi: { enabled: true },
    scim: { enabled: true, basePath: '/api/scim/v2', deleteEnabled: true, extensionName: 'platform' },
    git: { allowedHosts: { hosts: [] }, timeoutMs: 30_000 },
  } satisfies Partial<Config> | object);
});

test('an empty or unset secret configures nothing', async () => {
  const config = await loadConfig({ ADMIN_TOKEN: '', EXTERNAL_API_ACCESS_TOKEN: '' });
  expect([config.adminToken, config.externalApi.accessToken]).toEqual([undefined, undefined]);
});

test('every problem is told at once, by name and never with the value', async () => {
  const env = {
    PORT: '70000',
    PUBLIC_URL: 'rollcall.example.com',
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    EDITION: 'gold',
    EXTERNAL_API_ENABLED: 'maybe',
    ADMIN_TOKEN: 'short-hunter2',
    SCIM_BEARER_TOKEN: SECRET,
    SCIM_BASE_PATH: 'scim',
    WORKSPACE_NAME: ' ',
    ENCRYPTION_KEYS: '1:hunter2',
    GIT_ALLOWED_HOSTS: 'https://evil/',
    GIT_TIMEOUT_MS: '1s',
    LICENSE_PUBLIC_KEY: 'hunter2',
    LOG_LEVEL: 'loud',
  };
  const problems = await problemsOf(env);
  const named = problems.map((problem) => problem.split(' ')[0]);
  expect(new Set(named)).toEqual(new Set(Object.keys(env)));
  expect(problems.join('\n')).not.toMatch(/hunter2|correct-horse|mysql|gold|maybe|evil/);
});

describe('variables that need another', () => {
  test.each([
    [{ SCIM_BEARER_TOKEN: SECRET }, 'SCIM_BEARER_TOKEN belongs to the first workspace: set WORKSPACE_ID too'],
    [
      { WORKSPACE_ID: '00000000-0000-7000-8000-000000000000' },
      'WORKSPACE_ID describes a production workspace: set DATABASE_URL too',
    ],
    [{ LICENSE_KEY: 'x' }, 'LICENSE_KEY cannot be verified alone: set LICENSE_PUBLIC_KEY too'],
  ])('%j', async (env, problem) => {
    expect(await problemsOf(env as Record<string, string>)).toEqual([problem]);
  });
});

test.each([
  ['id:AAAA', false],
  [`a:${Buffer.alloc(32).toString('base64')}`, true],
  [`a:${Buffer.alloc(32).toString('base64')},b:${Buffer.alloc(32, 1).toString('base64')}`, true],
  [`a:${Buffer.alloc(32).toString('base64')},a:${Buffer.alloc(32, 1).toString('base64')}`, false],
  [`a:${Buffer.alloc(16).toString('base64')}`, false],
])('ENCRYPTION_KEYS %s is valid: %s', async (value, valid) => {
  expect((await problemsOf({ ENCRYPTION_KEYS: value })).length === 0).toBe(valid);
});

test.each([
  ['git.example.com', true],
  ['git.example.com:8443', true],
  ['http://127.0.0.1:3001', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['[::1]:3001', true],
  ['https://git.example.com', false],
  ['git.example.com/path', false],
])('GIT_ALLOWED_HOSTS %s is valid: %s', async (value, valid) => {
  expect((await problemsOf({ GIT_ALLOWED_HOSTS: value })).length === 0).toBe(valid);
});

test('the licence key is read as PEM, as PEM with escaped line ends, and as a JWK', async () => {
  const { publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const pem = await exportSPKI(publicKey);
  for (const text of [pem, pem.replaceAll('\n', '\\n'), JSON.stringify(await exportJWK(publicKey))]) {
    expect((await loadConfig({ LICENSE_PUBLIC_KEY: text })).license.publicKey).toBeDefined();
  }
});

test('secrets print as [secret] however they are printed', async () => {
  const config = await loadConfig({ ADMIN_TOKEN: SECRET, DATABASE_URL: `postgresql://u:${SECRET}@h/d` });
  for (const text of [inspect(config, { depth: 9 }), JSON.stringify(config), `${config.adminToken}`]) {
    expect(text).not.toContain(SECRET);
    expect(text).toContain('[secret]');
  }
});

test('.env.example names every variable and no other', () => {
  const lines = readFileSync(resolve('.env.example'), 'utf8').split('\n');
  const named = lines.flatMap((line) => /^#?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual([...variableNames].sort());
});

test('the README has a row for every variable and no other', () => {
  const rows = readFileSync(resolve('README.md'), 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual([...variableNames].sort());
});

test('what .env.example shows as set is the default', async () => {
  const lines = readFileSync(resolve('.env.example'), 'utf8').split('\n');
  const env = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
  expect(await loadConfig(env)).toEqual(await loadConfig({}));
});
