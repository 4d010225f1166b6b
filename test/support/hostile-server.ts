import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { selfSigned } from './self-signed.js';

/** A server made to misbehave. */
export interface HostileServer {
  readonly host: string;
  /** How many connections were made to it. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Answers every HTTP request by a function. */
export function startHostileServer(answer: RequestListener): Promise<HostileServer> {
  return listen(createServer(answer));
}

/** Speaks TLS with a certificate that nobody trusts. */
export function startUntrustedServer(): Promise<HostileServer> {
  return listen(createTlsServer(selfSigned, (_request, response) => response.end('hello')));
}

/** Accepts connections and never says a word, or says what no HTTP server would. */
export function startTcpServer(greeting: string | undefined): Promise<HostileServer> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      if (greeting !== undefined) socket.end(greeting);
    }),
  );
}

/** Lets a function say whatever it likes once the request has begun to arrive. */
export function startRawServer(answer: (socket: Socket) => void): Promise<HostileServer> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => answer(socket));
    }),
  );
}

/** Writes again and again until the connection is closed. */
export function keepWriting(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
}

async function listen(server: Server): Promise<HostileServer> {
  let connections = 0;
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
