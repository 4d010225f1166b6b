import { GitClone } from './git-clone.js';
import { type GitServer, serverCredentials } from './git-server.js';

let count = 0;

/** A new repository, with the functions that a test looks at it with. */
export async function newRepository(server: GitServer, ...initOptions: string[]) {
  const name = `repository-${++count}`;
  const url = await server.createRepository(name, ...initOptions);
  return {
    name,
    url,
    clone: () => GitClone.of(url, serverCredentials),
    git: (...args: string[]) => server.git(name, ...args),
    log: async (ref = 'main', format = '%s') =>
      (await server.git(name, 'log', `--format=${format}`, ref)).trim().split('\n'),
    fsck: () => server.git(name, 'fsck', '--full', '--strict'),
  };
}
