import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { versionFiles } from '../../src/apps/version-files.js';
import { answerByHttpBackend } from '../../src/quickstart/git-http-backend.js';
import { makeDefinition } from '../support/definition.js';
import { GitClone } from '../support/git-clone.js';
import { type GitInstances, graphql, newApp, prepareInstances, push } from '../support/git-instances.js';
import { serverCredentials } from '../support/git-server.js';
import { endPrograms, type Program } from '../support/program.js';

let instances: GitInstances;
beforeAll(async () => {
  instances = await prepareInstances(inject('postgres').url, `rollcall_pushes_${process.pid}`);
});
afterEach(async () => {
  instances.server.intercept = undefined;
  await endPrograms();
});
afterAll(() => instances.close());

test('eight pushes of eight apps to one branch by two processes all land, one after the other', async () => {
  const programs = [instances.start(), instances.start()];
  const urls = await Promise.all(programs.map((program) => program.listening));
  const remote = await instances.server.createRepository('shared');
  const names = Array.from({ length: 8 }, (_unused, index) => `app-${index}`);
  const apps = [];
  for (const name of names) apps.push(await newApp(urls[0] as string, name, remote));

  const answers = await Promise.all(
    apps.map(async (app, index) => {
      const answer = await push(urls[index % 2] as string, app, names[index] as string);
      return [answer.status, ((await answer.json()) as { changed: boolean }).changed];
    }),
  );
  expect(answers).toEqual(names.map(() => [200, true]));
  const log = async (format: string) =>
    (await instances.server.git('shared', 'log', `--format=${format}`, 'main')).trim().split('\n');
  expect((await log('%s')).sort()).toEqual(names);
  expect((await log('%P')).every((parents) => !parents.includes(' '))).toBe(true);
  expect(await instances.server.git('shared', 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  const copy = await GitClone.of(remote, serverCredentials);
  for (const [index, name] of names.entries()) {
    const app = { id: apps[index]?.appId ?? '', name };
    expect(await copy.files(`apps/${name}`)).toEqual(versionFiles(app, makeDefinition(30, name)));
  }
}, 120_000);

test.each(['waits', 'has left'])(
  'SIGTERM in the middle of a push whose caller %s: it is finished and recorded before the program ends',
  async (caller) => {
    const name = `stopped-${caller.replaceAll(' ', '-')}`;
    const remote = await instances.server.createRepository(name);
    let program: Program = instances.start();
    let url = await program.listening;
    const app = await newApp(url, name, remote);
    const leaving = new AbortController();
    instances.server.intercept = async (request) => {
      if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
      instances.server.intercept = undefined;
      if (caller === 'has left') leaving.abort();
      program.child.kill('SIGTERM');
      // It takes no more requests once it is stopping.
      while (await fetch(`${url}/health/live`).then(Boolean, () => false));
      return false;
    };
    const answer = push(url, app, 'last words', leaving.signal);
    if (caller === 'has left') await expect(answer).rejects.toThrow();
    else expect(await (await answer).json()).toMatchObject({ changed: true });
    expect(await program.ended).toBe(0);
    expect(await instances.server.git(name, 'log', '--format=%s', 'main')).toBe('last words\n');

    program = instances.start();
    url = await program.listening;
    const { app: found } = await graphql(
      url,
      'query ($input: ID!) { app(id: $input) { gitPushes { nodes { outcome message } } } }',
      app.appId,
    );
    expect(found.gitPushes.nodes).toEqual([{ outcome: 'PUSHED', message: 'last words' }]);
  },
  120_000,
);

test.each(['before the remote has it', 'after the remote has it'])(
  'kill -9 in the middle of a push, %s: after a restart the same call leaves the commit there once',
  async (moment) => {
    const name = moment.replaceAll(' ', '-');
    const remote = await instances.server.createRepository(name);
    let program: Program = instances.start();
    let url = await program.listening;
    const app = await newApp(url, name, remote);
    instances.server.intercept = async (request, response) => {
      if (request.method !== 'POST' || !request.url?.endsWith('git-receive-pack')) return false;
      instances.server.intercept = undefined;
      if (moment.startsWith('after')) {
        Object.assign(response, {
          writeHead: () => response,
          write: () => true,
          end: (done?: () => void) => done?.(),
        });
        await answerByHttpBackend(request, response, {
          root: instances.server.root,
          user: 'ada',
          searchPath: process.env.PATH,
        });
      }
      program.child.kill('SIGKILL');
      return true;
    };
    await expect(push(url, app, 'once')).rejects.toThrow();
    expect(await program.ended).toBe('SIGKILL');

    program = instances.start();
    url = await program.listening;
    const answer = await push(url, app, 'once');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ changed: moment.startsWith('before') });
    expect(await instances.server.git(name, 'log', '--format=%s', 'main')).toBe('once\n');
  },
  120_000,
);
