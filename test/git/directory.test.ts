import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestOwner, versionFiles } from '../../src/apps/version-files.js';
import { makeDefinition } from '../support/definition.js';
import { makePort, makeRequest } from '../support/git-push.js';
import { newRepository } from '../support/git-repository.js';
import { type GitServer, startGitServer } from '../support/git-server.js';

let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

describe('whose a directory is', () => {
  test('a directory of another app is not touched', async () => {
    const { url, log } = await newRepository(server);
    await makePort(server).push(makeRequest(url, { appId: 'other' }));
    await expect(makePort(server).push(makeRequest(url))).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { step: 'commit', directory: 'apps/orders', reason: 'it belongs to another app.' },
    });
    expect(await log()).toHaveLength(1);
  });

  test.each(['true', 'false'])(
    'an app that was renamed keeps its directory (single objects given: %s)',
    async (value) => {
      const { url, clone, git } = await newRepository(server);
      await git('config', 'uploadpack.allowReachableSHA1InWant', value);
      await makePort(server).push(makeRequest(url));
      const files = versionFiles({ id: 'app-1', name: 'Renamed' }, makeDefinition(20));
      await makePort(server).push(makeRequest(url, { files }));
      expect((await (await clone()).files('apps/orders')).get('app.json')).toContain('"Renamed"');
    },
  );

  test.each([
    [
      'files that nobody pushed from here',
      { 'apps/orders/notes.txt': 'x\n' },
      'it holds files that were not pushed from here.',
    ],
    ['a file in its place', { apps: 'x\n' }, 'a file stands in its place.'],
    [
      'a manifest that cannot be read',
      { 'apps/orders/app.json': '{"appId": [' },
      'it belongs to another app.',
    ],
  ])('%s: taken', async (_name, files, reason) => {
    const { url, clone } = await newRepository(server);
    await (await clone()).push('theirs', files);
    const request = makeRequest(url, {
      manifest: { path: 'app.json', owner: 'app-1', ownerOf: manifestOwner },
    });
    await expect(makePort(server).push(request)).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { reason },
    });
  });

  test.each([
    ['apps', 'apps/orders', 'it lies in "apps", which belongs to another app.'],
    ['', 'apps/orders', 'it lies in the whole repository, which belongs to another app.'],
    ['apps/orders', 'apps/orders/a/b', 'it lies in "apps/orders", which belongs to another app.'],
  ])(
    'a directory inside that of another app is not given away: %j, then %j',
    async (outer, inner, reason) => {
      const { url, clone, log } = await newRepository(server);
      const owner = makeRequest(url, { appId: 'outer', directory: outer });
      await makePort(server).push(owner);
      for (const port of [makePort(server), makePort(server)]) {
        await expect(port.push(makeRequest(url, { directory: inner }))).rejects.toMatchObject({
          code: 'GIT_DIRECTORY_TAKEN',
          params: { step: 'commit', directory: inner, reason },
        });
      }
      expect(await (await clone()).files(outer)).toEqual(owner.files);
      expect(await log()).toHaveLength(1);
    },
  );

  test('the directory around that of another app is not taken over either', async () => {
    const { url, clone } = await newRepository(server);
    const inner = makeRequest(url);
    await makePort(server).push(inner);
    await expect(
      makePort(server).push(makeRequest(url, { appId: 'outer', directory: 'apps' })),
    ).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { reason: 'it holds files that were not pushed from here.' },
    });
    expect(await (await clone()).files('apps/orders')).toEqual(inner.files);
  });

  test("an app.json above that is no manifest is in nobody's way, and is read once", async () => {
    const { url, clone } = await newRepository(server);
    await (await clone()).push('theirs', { 'app.json': '{ "expo": {} }\n', 'apps/app.json': 'not JSON\n' });
    const port = makePort(server);
    await port.push(makeRequest(url));
    server.requests.length = 0;
    const files = versionFiles({ id: 'app-1', name: 'Orders' }, makeDefinition(20, 'Another label'));
    expect(await port.push(makeRequest(url, { files }))).toMatchObject({ changed: true });
    expect(server.requests).toHaveLength(2);
  });

  test('a folder with the name of the manifest is no manifest', async () => {
    const { url, clone } = await newRepository(server);
    await (await clone()).push('theirs', {
      'apps/orders/app.json/x.txt': 'x\n',
      'apps/app.json/x.txt': 'x\n',
    });
    await expect(makePort(server).push(makeRequest(url))).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { reason: 'it holds files that were not pushed from here.' },
    });
    expect(await makePort(server).push(makeRequest(url, { directory: 'apps/free' }))).toMatchObject({
      changed: true,
    });
  });
});
