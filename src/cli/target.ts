import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from './cli-error.js';

/** The service that a command talks to. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

/** The kinds of token that commands need, by their name in the quickstart's file. */
export type TokenName = 'externalApiToken' | 'adminToken';

const DEFAULT_URL = 'http://127.0.0.1:3000';

/**
 * Where to call, and with which token: `--url` or ROLLCALL_URL, and ROLLCALL_TOKEN; what is missing comes from the
 * quickstart's file. The demo's token goes to the demo's address alone. Tokens are no option of the command line,
 * since other users of the machine can read that.
 */
export async function findTarget(
  options: { readonly url?: string | undefined; readonly tokenName: TokenName },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const demo = await readQuickstart(env.DATA_DIR ?? './data');
  const wanted = options.url ?? env.ROLLCALL_URL;
  const url = (wanted ?? demo?.baseUrl ?? DEFAULT_URL).replace(/\/+$/, '');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CliError(`--url must be an http or https address, such as ${DEFAULT_URL}.`, 2);
  }
  const demoToken = demo?.baseUrl === url ? demo[options.tokenName] : undefined;
  const token = env.ROLLCALL_TOKEN || demoToken;
  if (!token) {
    const kind = options.tokenName === 'adminToken' ? 'an admin token' : 'an external token';
    throw new CliError(`Put ${kind} for ${url} into the environment variable ROLLCALL_TOKEN.`, 2);
  }
  return { url, token };
}

async function readQuickstart(dataDir: string): Promise<Record<string, string> | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'quickstart.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
