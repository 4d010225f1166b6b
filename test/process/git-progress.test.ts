import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readEvents } from '../support/event-stream.js';
import {
  EXTERNAL_TOKEN,
  type GitInstances,
  newApp,
  prepareInstances,
  push,
} from '../support/git-instances.js';

const DATABASE = `rollcall_progress_${process.pid}`;

let instances: GitInstances;
let urls: readonly string[];
beforeAll(async () => {
  instances = await prepareInstances(inject('postgres').url, DATABASE);
  const programs = [instances.start(), instances.start()];
  urls = await Promise.all(programs.map((program) => program.listening));
});
afterAll(() => instances.close());

/** Watches an app at one instance; once it does, gives a function that waits for the steps of one whole push. */
async function watch(url: string, appId: string) {
  const stream = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${EXTERNAL_TOKEN}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify({
      query:
        'subscription ($appId: ID!) { pushProgress(appId: $appId) { pushId versionId phase done total errorCode } }',
      variables: { appId },
    }),
  });
  return async () => {
    const steps = [];
    for await (const { event, data } of readEvents(stream)) {
      if (event === 'next') steps.push(data.data.pushProgress);
      if (['DONE', 'FAILED'].includes(steps.at(-1)?.phase)) break;
    }
    return steps;
  };
}

test('the progress of a push is told by every instance, in the same steps', async () => {
  const [here = '', there = ''] = urls;
  const remote = await instances.server.createRepository('told');
  const app = await newApp(here, 'Told', remote, 5_000);
  const watched = await Promise.all([watch(here, app.appId), watch(there, app.appId)]);
  expect((await push(here, app, 'Told')).status).toBe(200);
  const [own = [], other = []] = await Promise.all(watched.map((steps) => steps()));
  expect(other.length).toBeGreaterThanOrEqual(10);
  expect(other).toEqual(own);
  expect([...new Set(other.map(({ phase }) => phase))]).toEqual([
    'RESOLVE',
    'HASH',
    'PACK',
    'UPLOAD',
    'DONE',
  ]);
}, 60_000);

test('it is told again once the connection that carries it is back', async () => {
  const [here = '', there = ''] = urls;
  const app = await newApp(here, 'Back', `${instances.server.origin}/missing.git`);
  const relays = `from pg_stat_activity where datname = '${DATABASE}' and application_name = 'rollcall push progress'`;
  const listening = async () => {
    const statement = `select pid ${relays} and state = 'idle' and query <> ''`;
    return ((await instances.execute(statement)) as unknown[]).length;
  };
  await instances.execute(`select pg_terminate_backend(pid) ${relays}`);
  // The push itself does not depend on it.
  expect((await push(here, app, 'Meanwhile')).status).toBe(422);
  await expect.poll(listening, { timeout: 20_000 }).toBe(2);
  const watched = await watch(there, app.appId);
  expect((await push(here, app, 'Back')).status).toBe(422);
  expect((await watched()).at(-1)).toMatchObject({ phase: 'FAILED', errorCode: 'GIT_REMOTE_NOT_FOUND' });
}, 60_000);
