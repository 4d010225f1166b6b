import { setTimeout as delay } from 'node:timers/promises';
import sonicBoom from 'sonic-boom';

/** Characters that wait for a slow reader; lines beyond them are dropped, so that memory stays bounded. */
const MAX_WAITING = 4 * 1024 * 1024;
/** How long the last lines may take, in milliseconds. */
const END_MS = 1_000;

/**
 * Standard output as the destination of the log. A reader that is slow, stuck or gone neither holds up a
 * request nor the end of the process; pino's own destination would try for ever when the process exits.
 */
export interface LogStream {
  write(line: string): void;
  /** Resolves when everything was written, or when nobody took it in time. */
  end(): Promise<void>;
}

/** Opens it; there is one for the process. */
export function openLogStream(): LogStream {
  const stream = new sonicBoom.SonicBoom({ fd: process.stdout.fd, maxLength: MAX_WAITING });
  // Nobody reads what is written any more; there is nowhere else to say so, and the service goes on.
  stream.on('error', () => {});
  return {
    write: (line) => void stream.write(line),
    async end() {
      const closed = new Promise<void>((resolve) => stream.once('close', resolve));
      stream.end();
      await Promise.race([closed, delay(END_MS)]);
    },
  };
}
