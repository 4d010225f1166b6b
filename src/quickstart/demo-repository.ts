import { configureGitRepository } from '../apps/configure-git-repository.js';
import { getGitRepository } from '../apps/get-git-repository.js';
import type { Config } from '../config.js';
import type { Context } from '../context.js';
import { allowPlainHttp } from '../git/allowed-hosts.js';
import type { Demo } from './demo-data.js';
import type { GitRemote } from './git-remote.js';

/** The configuration with the demo's remote among the hosts that pushes may reach. */
export function allowRemote(config: Config, remote: GitRemote | undefined): Config {
  if (!remote) {
    return config;
  }
  const allowedHosts = allowPlainHttp(config.git.allowedHosts, remote.host);
  return { ...config, git: { ...config.git, allowedHosts } };
}

/** Points the demo app at the demo's remote, unless somebody has pointed it elsewhere. */
export async function ensureRepository(context: Context, demo: Demo, remote: GitRemote): Promise<void> {
  const present = await getGitRepository(context, { id: demo.appId, workspaceId: demo.workspaceId });
  const isOurs = !present || new URL(present.url).pathname === new URL(remote.url).pathname;
  if (!isOurs || present?.url === remote.url) {
    return;
  }
  const { username, password } = remote.credentials;
  await configureGitRepository(context, {
    appId: demo.appId,
    url: remote.url,
    credentials: { username, token: password },
  });
}
