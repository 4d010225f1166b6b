import type { Middleware } from 'koa';

/** A dependency that has not answered within this time is not ready. */
const DEADLINE_MS = 2_000;

/**
 * `/health/live`: the process runs. `/health/ready`: `ask` (a question to the database) was answered.
 * Neither needs a token.
 */
export function health(ask: () => Promise<unknown>): Middleware {
  return async (koa, next) => {
    if (koa.path === '/health/live') {
      koa.body = { status: 'live' };
    } else if (koa.path === '/health/ready') {
      const ready = await answers(ask);
      koa.status = ready ? 200 : 503;
      koa.body = { status: ready ? 'ready' : 'database unavailable' };
    } else {
      await next();
    }
  };
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, false);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([asked, deadline]);
  clearTimeout(timer);
  return ready;
}
