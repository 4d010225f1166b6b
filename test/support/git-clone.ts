import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from './git-server.js';

const run = promisify(execFile);

/** A working copy made by the git program: the independent judge of what a push has done. */
export class GitClone {
  private constructor(readonly path: string) {}

  static async of(url: string, credentials?: { username: string; password: string }): Promise<GitClone> {
    const path = await mkdtemp(join(tmpdir(), 'rollcall-clone-'));
    const source = new URL(url);
    if (credentials) Object.assign(source, credentials);
    await run('git', ['clone', '--quiet', source.href, path], { env: gitEnvironment });
    return new GitClone(path);
  }

  async git(...args: string[]): Promise<string> {
    return (await run('git', args, { cwd: this.path, env: gitEnvironment, maxBuffer: 2 ** 28 })).stdout;
  }

  /** All files with their contents, by path, as the git program checked them out. */
  async files(below = ''): Promise<Map<string, string>> {
    const entries = await readdir(join(this.path, below), { recursive: true, withFileTypes: true });
    const files = new Map<string, string>();
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name).slice(join(this.path, below).length).replace(/^\//, '');
      if (entry.isFile() && !path.startsWith('.git/'))
        files.set(path, await readFile(join(this.path, below, path), 'utf8'));
    }
    return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Commits files (null deletes one) as somebody else and pushes them. */
  async push(
    message: string,
    files: Readonly<Record<string, string | null>>,
    branch = 'main',
  ): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const target = join(this.path, path);
      if (text === null) await rm(target, { recursive: true });
      else {
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, text);
      }
    }
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '-m', message);
    await this.git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
