import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
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
      manifest: { path: 'app.json', isOurs: (text) => text.includes('"app-1"') },
    });
    await expect(makePort(server).push(request)).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_TAKEN',
      params: { reason },
    });
  });
});
