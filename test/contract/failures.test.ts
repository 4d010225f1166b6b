import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup, getGroup } from '../support/rest.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
  // A column that the program needs and the database has not: nothing that a caller could have caused.
  await service.orm.em.getConnection().execute('alter table groups rename column disabled to was_disabled');
});
afterAll(() => service.close());

const LEAKS = /disabled|column|select|groups g|\.ts|at .*\(/i;

test('an unexpected failure shows a request id and nothing else', async () => {
  for (const answer of [
    await getGroup(service, tenant, '00000000-0000-7000-8000-000000000000'),
    await createGroup(service, tenant, { name: 'n' }),
  ]) {
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({
      statusCode: 500,
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Quote the request id when you report it.',
      path: expect.stringContaining(tenant.id),
      timestamp: expect.any(String),
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.json.message).not.toMatch(LEAKS);
  }
});

test('over GraphQL it is masked likewise, and the log has what was masked', async () => {
  const answer = await service.request('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ group(id: "00000000-0000-7000-8000-000000000000") { disabled } }' }),
  });
  const requestId = answer.headers.get('x-request-id');
  const [error] = answer.json.errors;
  expect(error.message).toBe('Something went wrong on our side. Quote the request id when you report it.');
  expect(error.extensions).toEqual({ code: 'INTERNAL', requestId });
  const line = service.log.find((text) => text.includes(`"${requestId}"`) && text.includes('"err"'));
  expect(line).toContain('column g.disabled does not exist');
});

test('nothing of a failed create stays behind', async () => {
  const rows = await service.orm.em
    .getConnection()
    .execute(`select count(*)::int as n from audit_entries where action = 'group.created'`);
  expect(rows).toEqual([{ n: 0 }]);
});
