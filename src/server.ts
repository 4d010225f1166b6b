import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests that take longer than this to finish are cut off when the service stops. */
const DRAIN_MS = 10_000;
/** How long the answers to what was waited for may take to be sent. */
const LAST_ANSWERS_MS = 1_000;

/** How a server stops. */
export interface StopOptions {
  readonly drainMs?: number;
  /** What must not be cut off, however long it takes. */
  readonly until?: () => Promise<void>;
}

export interface RunningServer {
  /** The port that it listens on; of interest when any free one was asked for. */
  readonly port: number;
  /** Takes no more connections and resolves when the requests in flight have been answered. */
  stop(options?: StopOptions): Promise<void>;
}

/** Listens until stopped; rejects when the address cannot be had. */
export async function serve(
  listener: RequestListener,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const inFlight = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    listener(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: ({ drainMs = DRAIN_MS, until = () => Promise.resolve() } = {}) =>
      new Promise((resolve) => {
        let cutOff = setTimeout(async () => {
          await until();
          cutOff = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
        }, drainMs);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
        // Without this, a kept-alive connection would hold the server open after its last answer.
        for (const response of inFlight) {
          if (!response.headersSent) {
            response.setHeader('Connection', 'close');
          } else {
            response.once('finish', () => server.closeIdleConnections());
          }
        }
      }),
  };
}
