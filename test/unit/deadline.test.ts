import { EventEmitter } from 'node:events';
import type { Context as KoaContext } from 'koa';
import { expect, test } from 'vitest';
import { deadlineOf } from '../../facades/graphql/deadline.js';

function exchange(writableFinished: boolean) {
  const res = Object.assign(new EventEmitter(), { writableFinished });
  return { res, koa: { res } as unknown as KoaContext };
}

test('a connection that closes before the answer was sent ends the work on it', async () => {
  const { res, koa } = exchange(false);
  const deadline = deadlineOf(koa, 0);
  const work = deadline.race(new Promise<never>(() => {}));
  res.emit('close');
  await expect(work).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
  expect(deadline.signal.aborted).toBe(true);
});

test('one that closes after the answer ends nothing', () => {
  const { res, koa } = exchange(true);
  const deadline = deadlineOf(koa, 0);
  res.emit('close');
  expect(deadline.signal.aborted).toBe(false);
});

test('work that is done in time is given as it is, and nothing listens any more', async () => {
  const { res, koa } = exchange(false);
  const deadline = deadlineOf(koa, 60_000);
  await expect(deadline.race(Promise.resolve('done'))).resolves.toBe('done');
  await expect(deadline.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  deadline.clear();
  expect(res.listenerCount('close')).toBe(0);
});
