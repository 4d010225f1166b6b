import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerByHttpBackend } from '../../src/quickstart/git-http-backend.js';

const run = promisify(execFile);

/** May answer a request itself, wait, or change the world before the real server answers; true means answered. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export const serverCredentials = { username: 'ada', password: 'correct horse battery' };

/** A real Git server: the git program's http-backend behind basic authentication. */
export interface GitServer {
  readonly origin: string;
  readonly host: string;
  readonly root: string;
  /** `METHOD path` of every request so far, in order. */
  readonly requests: string[];
  intercept: Intercept | undefined;
  /** Makes an empty bare repository and returns its URL. */
  createRepository(name: string, ...initOptions: string[]): Promise<string>;
  /** Runs git inside a repository. */
  git(name: string, ...args: string[]): Promise<string>;
  addHook(name: string, hook: string, script: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on a free port of loopback, with its repositories in a folder of its own. */
export async function startGitServer(
  credentials: { username: string; password: string } | null = serverCredentials,
): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'rollcall-git-'));
  const expected = credentials ? basic(credentials) : undefined;
  const requests: string[] = [];

  const http = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    try {
      if (await server.intercept?.(request, response)) return;
      if (expected !== undefined && request.headers.authorization !== expected) {
        request.resume();
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
        return;
      }
      await answerByHttpBackend(request, response, {
        root,
        user: credentials?.username ?? 'anybody',
        searchPath: process.env.PATH,
      });
    } catch (error) {
      response.destroy(error as Error);
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;

  const git = async (name: string, ...args: string[]) =>
    (await run('git', args, { cwd: join(root, `${name}.git`), env: gitEnvironment, maxBuffer: 2 ** 28 }))
      .stdout;
  const server: GitServer = {
    origin: `http://${host}`,
    host,
    root,
    requests,
    intercept: undefined,
    git,
    createRepository: async (name, ...initOptions) => {
      const path = join(root, `${name}.git`);
      await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', ...initOptions, path], {
        env: gitEnvironment,
      });
      return `http://${host}/${name}.git`;
    },
    addHook: async (name, hook, script) => {
      const path = join(root, `${name}.git`, 'hooks', hook);
      await writeFile(path, `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await rm(root, { recursive: true, force: true });
    },
  };
  return server;
}

/** The environment in which tests run the git program: nobody's own settings, no questions asked. */
export const gitEnvironment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Somebody Else',
  GIT_AUTHOR_EMAIL: 'else@example.com',
  GIT_COMMITTER_NAME: 'Somebody Else',
  GIT_COMMITTER_EMAIL: 'else@example.com',
};

/** The header of a user and password. */
export function basic({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
