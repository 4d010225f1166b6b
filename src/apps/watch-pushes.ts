import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { getApp } from './get-app.js';
import type { PushStep } from './push-feed.js';

/** The steps of an app's pushes from now on, whichever instance runs them. Throws APP_NOT_FOUND. */
export async function watchPushes(
  context: Context,
  input: { readonly appId: string },
): Promise<AsyncIterableIterator<PushStep>> {
  const app = await getApp(context, { id: input.appId });
  if (!app) {
    throw DomainError.of('APP_NOT_FOUND', { id: input.appId });
  }
  return context.pushFeed.watch(app.id);
}
