import { execFile } from 'node:child_process';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { GitCredentials } from '../git/git-port.js';
import { type RunningServer, serve } from '../server.js';
import { answerByHttpBackend } from './git-http-backend.js';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const REPOSITORY = 'demo.git';

/** The demo's Git server: everybody on this machine may read, pushing takes the credentials. */
export interface GitRemote {
  readonly url: string;
  readonly host: string;
  readonly credentials: GitCredentials;
  stop(): Promise<void>;
}

const stored = z.object({ port: z.number(), username: z.string(), password: z.string() });

/**
 * Serves a repository in the data directory on loopback, at the port it had before where that is free. Undefined
 * where no git program is installed: the demo then has no remote, and everything else works.
 */
export async function startGitRemote(
  dataDir: string,
  searchPath: string | undefined,
): Promise<GitRemote | undefined> {
  if (!(await hasHttpBackend(searchPath))) {
    return undefined;
  }
  const root = join(dataDir, 'git');
  await ensureRepository(root, searchPath);
  const file = join(dataDir, 'git-remote.json');
  const known = await readStored(file);
  const credentials = known ?? { username: 'demo', password: randomBytes(32).toString('base64url') };
  const server = await listen(root, credentials, searchPath, known?.port ?? 0);
  const { username, password } = credentials;
  await writeFile(file, `${JSON.stringify({ port: server.port, username, password }, null, 2)}\n`, {
    mode: 0o600,
  });
  const host = `${HOST}:${server.port}`;
  return {
    url: `http://${host}/${REPOSITORY}`,
    host,
    credentials: { username, password },
    stop: () => server.stop(),
  };
}

async function hasHttpBackend(searchPath: string | undefined): Promise<boolean> {
  try {
    const { stdout } = await run('git', ['--exec-path'], { env: { PATH: searchPath } });
    return ['git-http-backend', 'git-http-backend.exe'].some((name) => existsSync(join(stdout.trim(), name)));
  } catch {
    return false;
  }
}

async function ensureRepository(root: string, searchPath: string | undefined): Promise<void> {
  const path = join(root, REPOSITORY);
  if (existsSync(join(path, 'HEAD'))) {
    return;
  }
  await mkdir(root, { recursive: true });
  const git = (...args: string[]) => run('git', args, { env: { PATH: searchPath, HOME: root } });
  await git('init', '--quiet', '--bare', path);
  // Older versions of git cannot name the first branch when they make a repository.
  await git('-C', path, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  await git('-C', path, 'config', 'uploadpack.allowFilter', 'true');
}

async function listen(
  root: string,
  credentials: GitCredentials,
  searchPath: string | undefined,
  port: number,
): Promise<RunningServer> {
  const expected = Buffer.from(`${credentials.username}:${credentials.password}`);
  const listener: RequestListener = (request, response) => {
    const user = mayWrite(request, expected) ? credentials.username : undefined;
    if (user === undefined && isWrite(request)) {
      request.resume();
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Rollcall demo remote"' }).end();
      return;
    }
    answerByHttpBackend(request, response, { root, user, searchPath }).catch(() => response.destroy());
  };
  try {
    return await serve(listener, { host: HOST, port });
  } catch (error) {
    const isTaken = port !== 0 && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) {
      throw error;
    }
    return serve(listener, { host: HOST, port: 0 });
  }
}

function isWrite(request: IncomingMessage): boolean {
  return request.url?.includes('git-receive-pack') ?? false;
}

function mayWrite(request: IncomingMessage, expected: Buffer): boolean {
  const [, given = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const pair = Buffer.from(given, 'base64');
  return pair.length === expected.length && timingSafeEqual(pair, expected);
}

async function readStored(file: string): Promise<z.output<typeof stored> | undefined> {
  try {
    return stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing or cut short: the server gets a new port and new credentials.
    return undefined;
  }
}
