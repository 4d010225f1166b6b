import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serve } from '../../src/server.js';

/** A server that keeps its requests waiting, and the answer that it owes to one of them. */
async function serveSlowly() {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = await serve((_request, response) => resolve(response), { host: '127.0.0.1', port: 0 });
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  answer.catch(() => undefined);
  return { server, answer, owed: await asked };
}

test('a stop cuts off what takes too long', async () => {
  const { server, answer } = await serveSlowly();
  await server.stop({ drainMs: 10 });
  await expect(answer).rejects.toThrow();
});

test('but not what it was told to wait for', async () => {
  const { server, answer, owed } = await serveSlowly();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: overdue, resolve: waitingBegins } = Promise.withResolvers<void>();
  const stopped = server.stop({
    drainMs: 10,
    until: () => {
      waitingBegins();
      return finished;
    },
  });
  await overdue;
  finish();
  owed.end('finished');
  expect(await (await answer).text()).toBe('finished');
  await stopped;
});
