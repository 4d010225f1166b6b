import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('creates a group and gives it back', async () => {
  const tenant = await service.newTenant();
  const created = await service.request(`/api/ext/workspace/${tenant.id}/groups`, {
    method: 'POST',
    headers: { Authorization: `Basic ${tenant.tokens.external}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Support' }),
  });
  expect(created.json).toEqual({ message: 'Group created successfully.' });
  expect(created.status).toBe(201);
});
