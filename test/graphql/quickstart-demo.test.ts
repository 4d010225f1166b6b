import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDemo } from '../../src/quickstart/demo-data.js';
import { issueDemoTokens } from '../../src/quickstart/demo-tokens.js';
import { type Directory, openDirectory } from '../support/directory.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

const asQuickstart = () => directory.context({ tokenName: 'quickstart' });
const execute = (statement: string) => directory.orm.em.getConnection().execute(statement);

test('the demo is found again when its audit entries are gone, and made anew when it was deleted', async () => {
  const demo = await ensureDemo(asQuickstart());
  expect(await ensureDemo(asQuickstart())).toEqual(demo);
  await issueDemoTokens(asQuickstart(), demo.workspaceId);
  await execute('delete from audit_entries');
  expect(await ensureDemo(asQuickstart())).toEqual(demo);
  await execute(`delete from workspaces where id = '${demo.workspaceId}'`);
  const renewed = await ensureDemo(asQuickstart());
  expect(renewed.workspaceId).not.toBe(demo.workspaceId);
  expect(await ensureDemo(asQuickstart())).toEqual(renewed);
});
