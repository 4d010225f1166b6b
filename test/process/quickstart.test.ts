import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/postgres-server.js';
import { endPrograms, quickstartFile, startProgram, temporaryDir } from '../support/program.js';

let dataDir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ path: dataDir, remove } = await temporaryDir());
});
afterEach(async () => {
  await endPrograms();
  await remove();
});

async function createGroup(url: string, quickstart: Record<string, string>, name: string): Promise<number> {
  const answer = await fetch(`${url}/api/ext/workspace/${quickstart.workspaceId}/groups`, {
    method: 'POST',
    headers: { Authorization: `Basic ${quickstart.externalApiToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      granularPermissions: [
        { type: 'app', resources: [quickstart.appId], permissions: { canEdit: true } },
        { type: 'data_source', resources: [quickstart.dataSourceId], permissions: { canUse: true } },
      ],
    }),
  });
  return answer.status;
}

describe('the quickstart', () => {
  test('starts from nothing, keeps everything over a restart, and makes new tokens when its file is gone', async () => {
    const first = startProgram({ DATA_DIR: dataDir });
    const url = await first.listening;
    const quickstart = await quickstartFile(dataDir);
    expect(Object.keys(quickstart)).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'workspaceId',
        'appId',
        'versionIds',
        'dataSourceId',
        'externalApiToken',
        'scimToken',
        'adminToken',
      ]),
    );
    expect(quickstart.baseUrl).toBe(url);
    expect(quickstart.versionIds).toHaveLength(2);
    expect((await stat(join(dataDir, 'quickstart.json'))).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain(`curl -i ${url}/api/ext/workspace/${quickstart.workspaceId}/groups`);
    expect(first.output()).toContain(`curl -i ${url}/api/scim/v2/Users`);
    for (const token of [quickstart.externalApiToken, quickstart.scimToken, quickstart.adminToken]) {
      expect(first.output()).not.toContain(token);
    }
    expect(await createGroup(url, quickstart, 'Support')).toBe(201);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = startProgram({ DATA_DIR: dataDir });
    const again = await second.listening;
    expect(await quickstartFile(dataDir)).toEqual({ ...quickstart, baseUrl: again });
    expect(await createGroup(again, quickstart, 'Support')).toBe(409);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);

    await rm(join(dataDir, 'quickstart.json'));
    const third = startProgram({ DATA_DIR: dataDir });
    const last = await third.listening;
    const renewed = await quickstartFile(dataDir);
    expect(renewed).toMatchObject({ workspaceId: quickstart.workspaceId, appId: quickstart.appId });
    expect(renewed.externalApiToken).not.toBe(quickstart.externalApiToken);
    expect(await createGroup(last, quickstart, 'Old token')).toBe(401);
    expect(await createGroup(last, renewed, 'New token')).toBe(201);
  }, 120_000);

  test('refuses a second process on its data, frees it on kill -9, and loses nothing that was acknowledged', async () => {
    const first = startProgram({ DATA_DIR: dataDir });
    const url = await first.listening;
    const quickstart = await quickstartFile(dataDir);
    expect(await createGroup(url, quickstart, 'Acknowledged')).toBe(201);

    const second = startProgram({ DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Another Rollcall process is using the data directory');
    expect(await createGroup(url, quickstart, 'Unharmed')).toBe(201);

    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    const third = startProgram({ DATA_DIR: dataDir });
    const again = await third.listening;
    expect(await createGroup(again, quickstart, 'Acknowledged')).toBe(409);
    expect(await createGroup(again, quickstart, 'Unharmed')).toBe(409);
  }, 120_000);
});

describe('a start that cannot be', () => {
  test('lists every problem of the configuration, without a value, and exits with 78', async () => {
    const program = startProgram({
      DATA_DIR: dataDir,
      PORT: 'hunter2',
      EDITION: 'hunter2',
      ADMIN_TOKEN: 'hunter2',
    });
    expect(await program.ended).toBe(78);
    expect(program.output()).toBe(
      [
        'The configuration is not valid:',
        '  PORT must be a whole number from 0 to 65535',
        '  EDITION must be enterprise or community',
        '  ADMIN_TOKEN must be at least 32 characters',
        '',
      ].join('\n'),
    );
  });

  test('on a port that is taken says so', async () => {
    const first = startProgram({ DATA_DIR: dataDir });
    const { port } = new URL(await first.listening);
    const other = await temporaryDir();
    const second = startProgram({ DATA_DIR: other.path, PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('The port is in use by another process');
    await other.remove();
  }, 60_000);

  test('--help tells how to start', async () => {
    const program = startProgram({}, ['--help']);
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain('npm start');
  });
});

test('whoever waits until it is ready finds the demo', async () => {
  const port = String(await freePort());
  const program = startProgram({ DATA_DIR: dataDir, PORT: port });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
  await expect.poll(() => ready().catch(() => 0), { timeout: 30_000, interval: 5 }).toBe(200);
  const quickstart = await quickstartFile(dataDir);
  expect(await createGroup(await program.listening, quickstart, 'Early')).toBe(201);
}, 60_000);
