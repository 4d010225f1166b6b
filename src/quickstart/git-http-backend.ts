import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where the repositories are, and who the caller has proved to be. */
export interface BackendOptions {
  /** The folder that holds the bare repositories. */
  readonly root: string;
  /** Pushing needs a user; without one Git lets the caller read alone. */
  readonly user?: string | undefined;
  /** The PATH on which the git program is found. */
  readonly searchPath: string | undefined;
}

/** Answers a request by the git program's own HTTP server, spoken to by CGI (RFC 3875). */
export async function answerByHttpBackend(
  request: IncomingMessage,
  response: ServerResponse,
  options: BackendOptions,
): Promise<void> {
  const place = placeOf(request);
  if (!place) {
    request.resume();
    response.writeHead(400).end();
    return;
  }
  const env = { ...cgiVariables(request, options), ...place };
  const child = spawn('git', ['http-backend'], { env, stdio: 'pipe' });
  request.pipe(child.stdin);
  // A backend that has seen enough closes its input; what the caller still sends is of no interest then.
  child.stdin.on('error', () => request.unpipe(child.stdin));
  child.stderr.resume();
  response.once('close', () => child.kill());

  let head = Buffer.alloc(0);
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    child.stdout.off('data', readHead);
    writeHead(response, head.toString('latin1', 0, end));
    response.write(head.subarray(end + 4));
    child.stdout.pipe(response, { end: false });
  };
  child.stdout.on('data', readHead);

  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      if (!response.headersSent) response.writeHead(500);
      response.end(resolve);
    });
  });
}

/** Path and query as a backend takes them; undefined for what is no address, or one that no program can be given. */
function placeOf({ url = '/' }: IncomingMessage): NodeJS.ProcessEnv | undefined {
  const base = 'http://localhost';
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, search } = new URL(url, base);
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? undefined : { PATH_INFO: path, QUERY_STRING: search.slice(1) };
  } catch {
    return undefined;
  }
}

function cgiVariables(
  request: IncomingMessage,
  { root, user, searchPath }: BackendOptions,
): NodeJS.ProcessEnv {
  return {
    PATH: searchPath,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    // The folder is the program's own, whoever owns it: a mounted volume may belong to somebody else.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'],
    CONTENT_LENGTH: request.headers['content-length'],
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    GIT_PROTOCOL: [request.headers['git-protocol'] ?? []].flat().join(':'),
    REMOTE_ADDR: request.socket.remoteAddress,
    ...(user === undefined ? {} : { REMOTE_USER: user }),
  };
}

function writeHead(response: ServerResponse, head: string): void {
  let status = 200;
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else if (name !== '') response.setHeader(name, value);
  }
  response.writeHead(status);
}
