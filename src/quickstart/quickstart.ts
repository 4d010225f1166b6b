import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.js';
import type { Caller, Context } from '../context.js';
import { newUuid } from '../uuid.js';
import { banner } from './banner.js';
import { ensureDemo } from './demo-data.js';
import { ensureRepository } from './demo-repository.js';
import { issueDemoTokens } from './demo-tokens.js';
import type { GitRemote } from './git-remote.js';

const quickstartFile = z.object({
  baseUrl: z.string(),
  workspaceId: z.string(),
  appId: z.string(),
  versionIds: z.array(z.string()),
  dataSourceId: z.string(),
  externalApiToken: z.string(),
  scimToken: z.string(),
  adminToken: z.string(),
  /** Null where no git program is installed. */
  gitRemoteUrl: z.string().nullable().default(null),
});

/** What `quickstart.json` holds: everything that is needed to try the service, tokens in plain text. */
export type Quickstart = z.output<typeof quickstartFile>;

/**
 * Makes sure that the demo exists and gives the banner that shows how to try it. `quickstart.json` is
 * the only plaintext copy of the demo's tokens: when it is gone, they are revoked and issued anew.
 */
export async function prepareQuickstart(
  newContext: (caller: Caller) => Context,
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'host' | 'scim'>,
  port: number,
  remote: GitRemote | undefined,
): Promise<string> {
  const context = newContext({
    requestId: newUuid(),
    principal: { kind: 'admin', tokenId: null, tokenName: 'quickstart', workspaceId: null, userId: null },
  });
  const demo = await ensureDemo(context);
  if (remote) {
    await ensureRepository(context, demo, remote);
  }
  const file = join(config.dataDir, 'quickstart.json');
  const known = await readQuickstart(file);
  const tokens =
    known?.workspaceId === demo.workspaceId ? known : await issueDemoTokens(context, demo.workspaceId);
  const quickstart: Quickstart = {
    baseUrl: config.publicUrl ?? `http://${urlHost(config.host)}:${port}`,
    ...demo,
    externalApiToken: tokens.externalApiToken,
    scimToken: tokens.scimToken,
    adminToken: tokens.adminToken,
    gitRemoteUrl: remote?.url ?? null,
  };
  await writeQuickstart(file, quickstart);
  return banner(quickstart, file, config.scim.basePath);
}

/** The address to call: a wildcard address is no address to call, and IPv6 goes in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    return '127.0.0.1';
  }
  return host.includes(':') ? `[${host}]` : host;
}

async function readQuickstart(file: string): Promise<Quickstart | undefined> {
  try {
    return quickstartFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing, cut short or edited: either way its tokens are not known any more.
    return undefined;
  }
}

/** Written beside and renamed, so that a crash leaves the old file or the new one, never half of one. */
async function writeQuickstart(file: string, quickstart: Quickstart): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(quickstart, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
