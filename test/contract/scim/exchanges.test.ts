import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProvisioningProfile } from '../../../src/directory/provisioning-settings.js';
import type { Answer, Json } from './client.js';
import { openScim, type ScimServer } from './server.js';

/** What a provider sent and what it must get, in order; `{{name}}` stands for a value saved before. */
interface Recording {
  readonly title: string;
  readonly profile: ProvisioningProfile;
  readonly headers: Readonly<Record<string, string>>;
  readonly exchanges: readonly {
    readonly request: { method: string; path: string; headers?: Record<string, string>; body?: Json };
    readonly response: {
      status: number;
      headers?: Record<string, string>;
      body?: Json;
      /** Names for members of the answer. */
      save?: Record<string, string>;
    };
  }[];
}

const folder = join(import.meta.dirname, 'exchanges');
const files = globSync('**/*.json', { cwd: folder }).sort();

/** Texts that stand for any value of their form. */
const forms: Readonly<Record<string, RegExp>> = {
  '*uuid*': /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  '*time*': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  '*version*': /^W\/"[^"]+"$/,
};

let server: ScimServer;
beforeAll(async () => {
  server = await openScim();
});
afterAll(() => server.close());

test.each(files.map((file) => [relative('.', file), read(file)] as const))('%s', async (_, recording) => {
  const scim = await server.workspace(recording.profile);
  const saved: Record<string, string> = { base: scim.base };
  for (const [index, { request, response }] of recording.exchanges.entries()) {
    const { method, path, headers, body } = fill(request, saved);
    const answer = await scim.send(method, path, { headers: { ...recording.headers, ...headers }, body });
    for (const [name, member] of Object.entries(response.save ?? {})) saved[name] = answer.body?.[member];
    expect(answer, `${recording.title}: exchange ${index + 1}, ${method} ${path}`).toEqual(
      expected(fill(response, saved), answer),
    );
  }
});

function read(file: string): Recording {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

/** The same JSON with every `{{name}}` replaced. */
function fill<Part>(part: Part, saved: Readonly<Record<string, string>>): Part {
  const text = JSON.stringify(part).replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = saved[name];
    if (value === undefined) throw new Error(`Nothing was saved as ${name}.`);
    return JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(text);
}

/** The whole answer that a response stands for; one resource brings its ETag and Location as in `meta`. */
function expected(response: Recording['exchanges'][number]['response'], answer: Answer): unknown {
  const { status, headers = {}, body } = response;
  const meta = (answer.body?.meta ?? {}) as Json;
  const tags = body?.meta ? { etag: meta.version, location: meta.location } : {};
  return {
    status,
    headers: {
      ...(body ? { 'content-type': 'application/scim+json' } : {}),
      ...(status === 204 ? written(answer) : tags),
      ...headers,
    },
    body: withForms(body),
  };
}

/** A PATCH without a body still tells the new version and where it is. */
function written({ headers }: Answer): object {
  return 'etag' in headers
    ? { etag: expect.stringMatching(/^W\/"/), location: expect.stringMatching(/^http/) }
    : {};
}

function withForms(value: unknown): unknown {
  if (typeof value === 'string')
    return value in forms ? expect.stringMatching(forms[value] as RegExp) : value;
  if (Array.isArray(value)) return value.map(withForms);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withForms(part)]));
}
