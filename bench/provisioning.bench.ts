import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newUuid } from '../src/uuid.js';
import { seedUsers } from '../test/support/many-users.js';
import { type Service, startService } from '../test/support/service.js';

/**
 * SCIM over HTTP on a real PostgreSQL server, at 100 users and at 100,000 with a group of 50,000: the
 * least, the median and the 95th percentile of each request, one at a time, in milliseconds.
 */

interface Tenancy {
  readonly service: Service;
  readonly token: string;
  readonly workspaceId: string;
  readonly groupId: string;
  readonly members: readonly string[];
  readonly outsiders: readonly string[];
  readonly users: number;
}

type Measure = (tenancy: Tenancy, round: number) => Promise<number>;

const rounds = 60;

const measures: readonly (readonly [string, Measure])[] = [
  [
    'exists-check userName eq, found',
    (t, n) => find(t, `userName eq "user${(n % t.users) + 1}@example.com"`, 1),
  ],
  ['exists-check userName eq, nobody', (t, n) => find(t, `userName eq "nobody${n}"`, 0)],
  ['exists-check externalId eq', (t, n) => find(t, `externalId eq "ext-${(n % t.users) + 1}"`, 1)],
  [
    'exists-check emails[type and value]',
    (t, n) => find(t, `emails[type eq "work" and value eq "user${(n % t.users) + 1}@example.com"]`, 1),
  ],
  [
    'members eq and id eq (Entra reference check)',
    (t, n) =>
      get(
        t,
        `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`id eq "${t.groupId}" and members eq "${t.members[n % t.members.length]}"`)}`,
      ),
  ],
  [
    'member add, 204',
    (t, n) => patchMembers(t, { op: 'add', path: 'members', value: [{ value: outsider(t, n) }] }),
  ],
  [
    'member remove, 204',
    (t, n) => patchMembers(t, { op: 'remove', path: `members[value eq "${outsider(t, n)}"]` }),
  ],
  ['group without members', (t) => get(t, `/Groups/${t.groupId}?excludedAttributes=members`)],
  ['page 1 of users, count 100', (t) => get(t, '/Users?startIndex=1&count=100')],
  ['page 900 of users, count 100', (t) => get(t, '/Users?startIndex=89901&count=100')],
  ['one user', (t, n) => get(t, `/Users/${t.members[n % t.members.length]}`)],
  [
    'PATCH active',
    (t, n) =>
      call(t, `/Users/${t.members[0]}`, 'PATCH', patch({ op: 'replace', value: { active: n % 2 === 1 } })),
  ],
];

const rare: readonly (readonly [string, Measure])[] = [
  ['group with all members', (t) => get(t, `/Groups/${t.groupId}`)],
  [
    'replace members by 10,000 (or all), 204',
    (t, n) =>
      patchMembers(t, {
        op: 'replace',
        path: 'members',
        value: t.members.slice(n, n + 10_000).map((value) => ({ value })),
      }),
  ],
];

test('provisioning at 100 and at 100,000 users', async () => {
  const small = await tenancy({ users: 100, members: 50, groups: 10 });
  const large = await tenancy({ users: 100_000, members: 50_000, groups: 1_000 });
  const lines = [];
  for (const [name, measure] of measures) lines.push(await line(name, measure, rounds, small, large));
  for (const [name, measure] of rare) lines.push(await line(name, measure, 3, small, large));
  process.stdout.write(
    `\n${'request'.padEnd(46)}${'100 users'.padStart(26)}${'100,000 users'.padStart(26)}   ratio\n`,
  );
  process.stdout.write(
    `${lines.join('\n')}\n\nleast / median / 95th percentile in ms; the ratio is of the medians\n`,
  );
  await small.service.close();
  await large.service.close();
});

/** Both sizes take turns, so that whatever else the machine does meets both alike. */
async function line(
  name: string,
  measure: Measure,
  count: number,
  small: Tenancy,
  large: Tenancy,
): Promise<string> {
  const times: [number[], number[]] = [[], []];
  for (let warm = 0; warm < Math.min(count, 10); warm += 1) {
    for (const tenant of [small, large]) await measure(tenant, warm);
  }
  for (let round = 0; round < count; round += 1) {
    times[0].push(await measure(small, round));
    times[1].push(await measure(large, round));
  }
  const [before, after] = [figures(times[0]), figures(times[1])];
  const shown = ({ best, median, high }: Figures) =>
    `${best.toFixed(2)} / ${median.toFixed(2)} / ${high.toFixed(2)}`.padStart(26);
  const ratio = (after.median / before.median).toFixed(2).padStart(8);
  return `${name.padEnd(46)}${shown(before)}${shown(after)}${ratio}`;
}

interface Figures {
  readonly best: number;
  readonly median: number;
  readonly high: number;
}

function figures(times: number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { best: at(0), median: at(0.5), high: at(0.95) };
}

async function tenancy(sizes: { users: number; members: number; groups: number }): Promise<Tenancy> {
  const service = await startService();
  const { id: workspaceId, tokens } = await service.newTenant({ admin: false });
  const context = service.app.newContext({
    principal: { kind: 'admin', tokenId: null, tokenName: 'bench', workspaceId: null, userId: null },
    requestId: newUuid(),
  });
  const { groupId } = await seedUsers(context, workspaceId, sizes);
  const rows = await context.database.rows(sql<{ id: string; isMember: boolean }>`
    select u.id, m.user_id is not null as "isMember" from users u left join memberships m on m.user_id = u.id
    where u.workspace_id = ${workspaceId}::uuid order by u.id`);
  return {
    service,
    token: tokens.scim,
    workspaceId,
    groupId,
    members: rows.filter(({ isMember }) => isMember).map(({ id }) => id),
    outsiders: rows.filter(({ isMember }) => !isMember).map(({ id }) => id),
    users: sizes.users,
  };
}

const outsider = (t: Tenancy, round: number) => t.outsiders[round % t.outsiders.length] as string;
const patch = (operation: object) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [operation],
});

async function find(t: Tenancy, filter: string, expected: number): Promise<number> {
  return get(t, `/Users?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`, (body) =>
    expect(body.totalResults).toBe(expected),
  );
}

function get(t: Tenancy, path: string, check?: (body: { totalResults: number }) => void): Promise<number> {
  return call(t, path, 'GET', undefined, check);
}

function patchMembers(t: Tenancy, operation: object): Promise<number> {
  return call(t, `/Groups/${t.groupId}`, 'PATCH', patch(operation));
}

async function call(
  t: Tenancy,
  path: string,
  method: string,
  body: object | undefined,
  check?: (body: { totalResults: number }) => void,
): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${t.service.baseUrl}/api/scim/v2${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${t.token}`,
      ...(body ? { 'Content-Type': 'application/scim+json', Prefer: 'return=minimal' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const elapsed = performance.now() - start;
  expect(response.status, text.slice(0, 300)).toBeLessThan(300);
  check?.(JSON.parse(text) as { totalResults: number });
  return elapsed;
}
