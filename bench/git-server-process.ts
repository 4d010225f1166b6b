import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startGitServer } from '../test/support/git-server.js';

/** A Git server in a process of its own, so that its work and memory are not counted as the caller's. */
export interface RemoteServer {
  readonly host: string;
  createRepository(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts it. */
export async function startServerProcess(): Promise<RemoteServer> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: [] });
  const [{ host }] = (await once(child, 'message')) as [{ host: string }];
  return {
    host,
    createRepository: async (name) => {
      child.send({ create: name });
      const [{ url }] = (await once(child, 'message')) as [{ url: string }];
      return url;
    },
    close: async () => {
      child.send({ close: true });
      await once(child, 'exit');
    },
  };
}

if (process.argv[2] === 'serve') {
  const server = await startGitServer();
  process.on('message', async (message: { create?: string }) => {
    if (message.create) process.send?.({ url: await server.createRepository(message.create) });
    else process.disconnect();
  });
  // Nobody is left to serve once the bench is gone, whichever way it went.
  process.on('disconnect', () => server.close().finally(() => process.exit()));
  process.send?.({ host: server.host });
}
