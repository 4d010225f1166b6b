import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuredDevice, DEVICE, WARRANTY } from '../../support/device-type.js';
import {
  type Answer,
  ENTERPRISE,
  ERROR,
  GROUP,
  type Json,
  PATCH_OP,
  PLATFORM,
  type ScimClient,
  SEARCH,
  USER,
} from './client.js';
import { openScim, type ScimServer } from './server.js';

/**
 * Random requests, mostly sensible and often not: whatever comes in, no answer is a 5xx, and every refusal is a
 * SCIM error. The seed is printed; set SCIM_SEED to run it again.
 */
const seed = Number(process.env.SCIM_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`robustness seed ${seed}\n`);

let server: ScimServer;
let scim: ScimClient;
/** By endpoint, a resource to aim at; 'x' is none. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await openScim({ configured: configuredDevice });
  scim = await server.workspace();
  const ada = await scim.user({ userName: 'ada', emails: [{ value: 'a@x', type: 'work' }] });
  const group = await scim.group('G', [ada.id]);
  const device = { schemas: [DEVICE, WARRANTY], serialNumber: 'S', [WARRANTY]: { contract: 'C' } };
  ids = { '/Users': ada.id, '/Groups': group.id, '/Devices': (await scim.post('/Devices', device)).body.id };
});
afterAll(() => server.close());

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('\u0000', '\ud800', "'; drop table users; --", '%', '\\', '9'.repeat(40), '__proto__', ''),
);
/** Stands for the id of a resource until the request is sent. */
const reference = fc.constantFrom('/Users', '/Groups', '/Devices', 'x').map((of) => ({ idOf: of }));
const text = fc.oneof(
  fc.constantFrom('a', 'work', 'mobile', 'True', '2026-01-01T00:00:00Z', 'AQID', 'https://x'),
  nasty,
);
const scalar = fc.oneof(text, fc.boolean(), fc.integer(), fc.double(), fc.constant(null), reference);

/** Attributes that have a value of this form; a fifth of the values has another. */
const forms: Readonly<Record<string, readonly [fc.Arbitrary<unknown>, readonly string[]]>> = {
  text: [
    text,
    ['title', 'displayName', 'name.givenName', 'externalId', 'label', 'assetTag', 'notes', 'nickName'],
  ],
  flag: [fc.boolean(), ['active', 'powered']],
  number: [fc.oneof(fc.integer(), fc.double()), ['slots', 'weight']],
  name: [
    fc.record({ givenName: text, familyName: text }, { requiredKeys: [], noNullPrototype: true }),
    ['name'],
  ],
  instant: [fc.date({ noInvalidDate: true }).map((date) => date.toJSON()), ['madeAt', `${WARRANTY}:until`]],
  element: [
    fc.array(
      fc.record(
        { value: text, type: text, primary: fc.boolean(), display: text },
        { requiredKeys: ['value'], noNullPrototype: true },
      ),
      { maxLength: 3 },
    ),
    ['emails', 'phoneNumbers', 'roles', 'ports', 'addresses', 'emails[type eq "work"]'],
  ],
  reference: [
    fc.oneof(
      reference,
      reference.map((value) => ({ value })),
    ),
    [`${ENTERPRISE}:manager`, 'manager', 'owner'],
  ],
  members: [
    fc.array(
      reference.map((value) => ({ value })),
      { maxLength: 3 },
    ),
    ['members'],
  ],
  texts: [fc.array(text, { maxLength: 3 }), ['tags', 'emails.value']],
  secret: [text, ['password', 'pin', `${PLATFORM}:role`]],
  binary: [fc.base64String(), ['certificate', 'x509Certificates[value pr].value']],
  fixed: [
    scalar,
    ['id', 'meta', 'meta.created', 'schemas', 'groups', 'condition', ENTERPRISE, USER, WARRANTY],
  ],
  within: [
    text,
    ['emails[type eq "work"].value', 'ports[speed gt 1].type', 'members[value eq "x"]', 'a[', ''],
  ],
};
const names = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...Object.values(forms).flatMap(([, list]) => list)) },
  { weight: 1, arbitrary: nasty },
);
const named = fc.oneof(
  ...Object.values(forms).map(([value, list]) =>
    fc.tuple(
      fc.constantFrom(...list),
      fc.oneof(
        { weight: 4, arbitrary: value },
        { weight: 1, arbitrary: fc.oneof(scalar, fc.jsonValue({ maxDepth: 3 })) },
      ),
    ),
  ),
);
const attributes = fc.array(named, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));

const operation = fc.oneof(
  fc
    .tuple(fc.constantFrom('add', 'Remove', 'replace'), named)
    .map(([op, [path, value]]) => ({ op, path, value })),
  names.map((path) => ({ op: 'remove', path })),
  fc.tuple(fc.constantFrom('add', 'replace'), attributes).map(([op, value]) => ({ op, value })),
);
const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
const comparison = fc.oneof(
  fc.record({ attribute: names, operator, literal: scalar }, { noNullPrototype: true }),
  ...(['text', 'flag', 'number', 'instant'] as const).map((form) => {
    const [literal, list] = forms[form] as (typeof forms)[string];
    return fc.record({ attribute: fc.constantFrom(...list), operator, literal }, { noNullPrototype: true });
  }),
);
const filter = fc.array(comparison, { minLength: 1, maxLength: 2 });
const parameters = fc.record(
  {
    filter,
    sortBy: names,
    sortOrder: fc.constantFrom('ascending', 'descending', 'Descending'),
    startIndex: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.integer()),
    count: fc.integer({ min: -1, max: 5 }),
    attributes: fc.array(names, { maxLength: 3 }).map((list) => list.join()),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const endpoint = fc.constantFrom('/Users', '/Groups', '/Devices');
const condition = fc.constantFrom(
  {},
  {},
  { 'if-match': '*' },
  { 'if-match': 'W/"1"' },
  { 'if-match': 'x' },
  { prefer: 'return=minimal' },
);

let madeNames = 0;
/** What a resource of each type needs, with a name of its own. */
function least(type: string): Json {
  madeNames += 1;
  if (type === '/Users') return { schemas: [USER], userName: `user-${madeNames}` };
  if (type === '/Groups') return { schemas: [GROUP], displayName: `group-${madeNames}` };
  return { schemas: [DEVICE, WARRANTY], serialNumber: `serial-${madeNames}`, [WARRANTY]: { contract: 'C' } };
}

/** Puts real ids where a request speaks of one. */
function withIds(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withIds);
  if (typeof part !== 'object' || part === null) return part;
  if ('idOf' in part) return ids[String(part.idOf)] ?? 'x';
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, withIds(inner)]));
}

const filterText = (list: readonly { attribute: string; operator: string; literal: unknown }[]): string =>
  list
    .map(({ attribute, operator, literal }) => `${attribute} ${operator} ${JSON.stringify(withIds(literal))}`)
    .join(' or ');

const seen = new Map<number, number>();
function expectSound({ status, headers, body }: Answer, sent: unknown): void {
  seen.set(status, (seen.get(status) ?? 0) + 1);
  const told = JSON.stringify({ sent, status, body });
  expect(status, told).toBeLessThan(500);
  if (body === undefined) {
    expect([201, 204, 304], told).toContain(status);
    return;
  }
  expect(headers['content-type'], told).toBe('application/scim+json');
  if (status < 400) return;
  expect(body, told).toMatchObject({
    schemas: [ERROR],
    status: String(status),
    detail: expect.stringMatching(/\S/),
  });
}

/** A test that only ever sees refusals would show nothing. */
function expectMixture(successes: readonly number[], least: number): void {
  const succeeded = successes.reduce((sum, status) => sum + (seen.get(status) ?? 0), 0);
  expect(succeeded, JSON.stringify([...seen])).toBeGreaterThan(least);
  expect(seen.get(400), JSON.stringify([...seen])).toBeGreaterThan(least);
  seen.clear();
}

const timeout = 120_000;

test('reads', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(endpoint, fc.constant('')),
      parameters,
      fc.boolean(),
      async (to, asked, asSearch) => {
        const { filter: comparisons, ...rest } = asked;
        const query = { ...rest, ...(comparisons ? { filter: filterText(comparisons) } : {}) };
        if (asSearch) {
          const body = JSON.stringify({
            schemas: [SEARCH],
            ...query,
            attributes: asked.attributes?.split(','),
          });
          return expectSound(await scim.send('POST', `${to}/.search`, { body }), { to, query });
        }
        const pairs = Object.entries(query).map(([key, part]) => [key, String(part).toWellFormed()]);
        const search = new URLSearchParams(Object.fromEntries(pairs));
        expectSound(await scim.get(`${to}?${search}`), { to, query });
      },
    ),
    { numRuns: 400, seed },
  );
  expectMixture([200], 20);
});

test('creates and replaces', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      endpoint,
      attributes,
      condition,
      fc.boolean(),
      async (type, given, headers, replaces) => {
        const body = JSON.stringify({ ...least(type), ...(withIds(given) as Json) });
        const to = replaces ? `${type}/${ids[type]}` : type;
        expectSound(await scim.send(replaces ? 'PUT' : 'POST', to, { body, headers }), { to, body });
      },
    ),
    { numRuns: 400, seed },
  );
  expectMixture([200, 201, 204], 20);
});

test('patches', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      endpoint,
      fc.array(operation, { minLength: 1, maxLength: 3 }),
      condition,
      async (type, Operations, headers) => {
        const body = JSON.stringify({ schemas: [PATCH_OP], Operations: withIds(Operations) });
        const to = `${type}/${ids[type]}`;
        expectSound(await scim.send('PATCH', to, { body, headers }), { to, body });
      },
    ),
    { numRuns: 600, seed },
  );
  expectMixture([200, 204], 20);
});

test('bodies and addresses that make no sense', { timeout }, async () => {
  const address = fc.constantFrom(
    '/Users',
    '/Groups',
    '/',
    '/Me',
    '/.search',
    '/Bulk',
    '/Schemas',
    '/Users/x',
    '/Devices/.search',
  );
  const method = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.oneof(
        address,
        nasty.map((part) => `/Users/${encodeURIComponent(part.toWellFormed())}`),
      ),
      fc.oneof(fc.json(), fc.string()),
      async (verb, to, body) => {
        const answer = await scim.send(verb, to, { body });
        expectSound(
          answer.status === 501
            ? { ...answer, status: 400, body: { ...answer.body, status: '400' } }
            : answer,
          { verb, to, body },
        );
      },
    ),
    { numRuns: 200, seed },
  );
});
