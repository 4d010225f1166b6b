import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup, getGroup, idOfCreated } from '../support/rest.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
  // What authentication costs is told apart: look-ups are trusted for a second, so one is made before each count.
});
afterAll(() => service.close());

/** The statements of a request beyond those that authenticate it. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await service.count.during(work);
  return statements.filter((text) => !/from tokens where hash|from licenses/.test(text));
}

async function seedResources(count: number): Promise<string[]> {
  const prefix = `app-${Math.random().toString(36).slice(2)}`;
  await service.orm.em.getConnection().execute(
    `insert into apps (id, workspace_id, kind, name, slug, created_at, updated_at)
     select gen_random_uuid(), '${tenant.id}', 'app', '${prefix}-' || n, '${prefix}-' || n, now(), now()
     from generate_series(1, ${count}) n`,
  );
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}

test.each([0, 1, 10, 100])('creating a group with %i rules takes at most six statements', async (count) => {
  const resources = count === 0 ? [] : await seedResources(count);
  const granularPermissions = resources.map((resource) => ({
    type: 'app',
    resources: [resource],
    permissions: { canEdit: true },
  }));
  const before = service.count.transactions;
  const statements = await statementsOf(async () => {
    const answer = await createGroup(service, tenant, { name: `Rules ${count}`, granularPermissions });
    expect(answer.status).toBe(201);
  });
  expect(statements).toHaveLength(count === 0 ? 3 : 6);
  expect(service.count.transactions - before).toBe(1);
});

test('a group with 100 rules of 200 resources each is written and counted whole', async () => {
  const resources = await seedResources(200);
  const granularPermissions = Array.from({ length: 100 }, () => ({
    type: 'app',
    resources,
    permissions: { canEdit: false },
  }));
  let id = '';
  const statements = await statementsOf(async () => {
    id = idOfCreated(await createGroup(service, tenant, { name: 'Many', granularPermissions }));
  });
  expect(statements).toHaveLength(6);
  const rows = await service.orm.em
    .getConnection()
    .execute(
      `select count(*)::int as n from permission_rule_apps a join permission_rules r on r.id = a.rule_id where r.group_id = '${id}'`,
    );
  expect(rows).toEqual([{ n: 20_000 }]);
});

test('getting a group takes two statements, whatever the number of its rules', async () => {
  const plain = idOfCreated(await createGroup(service, tenant, { name: 'Plain' }));
  const [app] = await seedResources(1);
  const granularPermissions = Array.from({ length: 100 }, () => ({
    type: 'app',
    resources: [app],
    permissions: { canEdit: true },
  }));
  const ruled = idOfCreated(await createGroup(service, tenant, { name: 'Ruled', granularPermissions }));
  for (const id of [plain, ruled]) {
    expect(await statementsOf(() => getGroup(service, tenant, id))).toHaveLength(2);
  }
});

test('the counter sees what it should', async () => {
  const seen = await service.count.during(() =>
    service.orm.em.fork().transactional(async (em) => {
      await em.getConnection().execute('select 1', [], 'all', em.getTransactionContext());
      await em.execute('select 2');
    }),
  );
  expect(seen).toEqual(['select 1', 'select 2']);
});
