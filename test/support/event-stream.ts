import { readEvents as read } from '../../src/cli/event-stream.js';

/** The events of an open stream, for tests that read into their data. */
export async function* readEvents(
  response: Response,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into data of every shape, and fails where one differs.
): AsyncGenerator<{ readonly event: string; readonly data: any }> {
  yield* read(response);
}
