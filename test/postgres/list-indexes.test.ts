import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWorkspaceAuditEntries } from '../../src/audit/list-audit-entries.js';
import type { Context } from '../../src/context.js';
import { cursorOf } from '../../src/database/cursor.js';
import { listUsers } from '../../src/directory/list-users.js';
import { userOrder } from '../../src/directory/user-list.js';
import { type Directory, openDirectory } from '../support/directory.js';

const ROWS = 20_000;
/** A place in the middle of the lists. */
const MIDDLE = '10000000-0000-7000-8000-000000020000';
/** A page of fifty, the row that tells whether there are more, and as many of the other tenant between them. */
const FEW = 250;

let directory: Directory;
let workspaceId: string;
beforeAll(async () => {
  directory = await openDirectory();
  workspaceId = await directory.newWorkspace();
  const other = await directory.newWorkspace();
  const connection = directory.orm.em.getConnection();
  const at = `'2026-01-01T00:00:00Z'`;
  for (const [tenant, odd] of [
    [workspaceId, 0],
    [other, 1],
  ] as const) {
    // Ids are in order of creation: those of the tenants alternate.
    const id = `('10000000-0000-7000-8000-'||lpad((2 * n + ${odd})::text, 12, '0'))::uuid`;
    await connection.execute(
      `insert into users (id, workspace_id, user_name, user_name_key, role, status, version, created_at, updated_at)
       select ${id}, '${tenant}', 'user'||lpad(n::text, 6, '0'), 'user'||lpad(n::text, 6, '0'), 'end-user', 'active', 1, ${at}, ${at}
       from generate_series(1, ${ROWS}) n`,
    );
    await connection.execute(
      `insert into audit_entries (id, workspace_id, at, actor_kind, actor_name, action, subject_type, changes, request_id)
       select ${id}, '${tenant}', ${at}, 'admin', 'a', 'x.y', 'x', '{}', 'r' from generate_series(1, ${ROWS}) n`,
    );
  }
  await connection.execute('analyze users, audit_entries');
});
afterAll(() => directory.close());

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of tables the one statement of a list looks at. */
async function rowsLookedAt(list: (context: Context) => Promise<unknown>): Promise<number> {
  const context = directory.context({ workspaceId });
  let looked = 0;
  const count = (node: PlanNode) => {
    if (node['Relation Name']) {
      looked += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    }
    node.Plans?.forEach(count);
  };
  const explaining = {
    ...context.database,
    async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
      const rows = await context.database.rows(
        sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (analyze, timing off, format json) ${statement}`,
      );
      rows.forEach((row) => {
        count(row['QUERY PLAN'][0].Plan);
      });
      return [];
    },
  };
  await list({ ...context, database: explaining as Context['database'] });
  return looked;
}

const after = (order: Parameters<typeof cursorOf>[0], sortKey: string | null) => ({
  page: { first: 50, after: cursorOf(order, { id: MIDDLE, sortKey }) },
});
const byId = { key: undefined, direction: 'asc' } as const;
const byName = { key: userOrder.userName, direction: 'asc' } as const;

test.each([
  ['users by creation', (context: Context) => listUsers(context, [workspaceId], after(byId, null))],
  [
    'users by name',
    (context: Context) =>
      listUsers(context, [workspaceId], {
        ...after(byName, 'user010000'),
        orderBy: { field: 'userName', direction: 'asc' },
      }),
  ],
  [
    'the audit trail',
    (context: Context) =>
      listWorkspaceAuditEntries(context, [workspaceId], after({ key: undefined, direction: 'desc' }, null)),
  ],
])('a page from the middle of %s looks at few rows', async (_, list) => {
  const looked = await rowsLookedAt(list);
  expect(looked).toBeGreaterThanOrEqual(50);
  expect(looked).toBeLessThan(FEW);
});
