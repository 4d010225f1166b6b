import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND, runCommand } from '../support/command.js';
import { GitClone } from '../support/git-clone.js';
import { endPrograms, type Program, quickstartFile, startProgram, temporaryDir } from '../support/program.js';

let dataDir: string;
let remove: () => Promise<void>;
let program: Program;
let url: string;
let quickstart: Record<string, string>;
beforeAll(async () => {
  ({ path: dataDir, remove } = await temporaryDir());
  // Nobody listens at this proxy: a push goes straight to the address that was judged, whatever the environment says.
  const proxy = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  program = startProgram({ DATA_DIR: dataDir, ...proxy });
  url = await program.listening;
  quickstart = await quickstartFile(dataDir);
});
afterAll(async () => {
  await endPrograms();
  await remove();
});

const version = (index: number) => (quickstart.versionIds as unknown as string[])[index] as string;
const remote = () => quickstart.gitRemoteUrl as string;
const pushArgs = (index: number, message: string) => [
  ...['push', '--app', quickstart.appId as string],
  ...['--version', version(index), '--message', message],
];

describe('the demo remote', () => {
  test('takes the push that the banner shows, and everybody may clone it', async () => {
    const path = `/api/ext/apps/${quickstart.appId}/versions/${version(0)}/git-sync/push`;
    expect(program.output()).toContain(`curl -X POST ${url}${path}`);
    expect(program.output()).toContain(`git clone ${remote()}`);
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${quickstart.externalApiToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ commitMessage: 'First push' }),
    });
    expect(answer.status).toBe(200);
    const copy = await GitClone.of(remote());
    expect([...(await copy.files()).keys()]).toContain(
      'apps/customer-directory/queries/listCustomers/query.sql',
    );
    expect(await copy.git('log', '--format=%s')).toBe('First push\n');
    await expect(copy.push('not mine', { 'x.txt': 'x' })).rejects.toThrow();
  });

  test('keeps its address over a restart, and moves with the demo app when the port is taken', async () => {
    const before = remote();
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(Number(new URL(before).port), '127.0.0.1', resolve));
    program = startProgram({ DATA_DIR: dataDir });
    url = await program.listening;
    quickstart = await quickstartFile(dataDir);
    expect(remote()).not.toBe(before);
    expect((squatter.address() as AddressInfo).port).toBe(Number(new URL(before).port));
    squatter.close();
    const pushed = await runCommand(pushArgs(1, 'Second push'), { DATA_DIR: dataDir });
    expect(pushed).toMatchObject({ code: 0 });
    const copy = await GitClone.of(remote());
    expect(await copy.git('log', '--format=%s')).toBe('Second push\nFirst push\n');
  }, 60_000);

  test('is missing where no git program is installed, which the banner says, and the rest works', async () => {
    const other = await temporaryDir();
    const bare = startProgram({ DATA_DIR: other.path, PATH: other.path });
    const address = await bare.listening;
    expect(bare.output()).toContain('no git program is installed here');
    expect((await quickstartFile(other.path)).gitRemoteUrl).toBeNull();
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    await other.remove();
  }, 60_000);
});

describe('the command line', () => {
  const help = /rollcall push --app <id> --version <id> --message <text>/;

  test('pushes with progress, and tells what is where', async () => {
    const first = await runCommand(pushArgs(0, 'Back to the first'), { DATA_DIR: dataDir });
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^Version "v1" was pushed to main\.\n {2}commit {6}[0-9a-f]{40}\n {2}branch {6}main\n {2}repository {2}http.*demo\.git\n {2}directory {3}apps\/customer-directory\n$/,
    );
    expect(first.stderr).toContain('100 %  done');
    const again = await runCommand(pushArgs(0, 'Again'), { DATA_DIR: dataDir });
    expect(again.stdout).toContain('is on main already; nothing has changed.');
  });

  test.each([
    [[], 0, help],
    [['--help'], 0, help],
    [['push', '--help'], 0, help],
    [['pull'], 2, /There is no command "pull"/],
    [['push', '--app', 'x', '--version', 'y'], 2, /--message is missing/],
    [['push', '--colour', 'red'], 2, /--colour/],
    [['push', '--app', 'x', '--version', 'y', '--message', 'z', '--url', 'ftp://x'], 2, /--url must be/],
    [
      ['push', '--app', 'x', '--version', 'y', '--message', 'z', '--url', 'http://127.0.0.1:9'],
      2,
      /ROLLCALL_TOKEN/,
    ],
  ])('%j ends with %i', async (args, code, text) => {
    const result = await runCommand(args, { DATA_DIR: dataDir });
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toMatch(text);
  });

  test('is a program, as npx runs it', async () => {
    const { stdout } = await promisify(execFile)(COMMAND, ['--help'], {
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    });
    expect(stdout).toMatch(help);
  });

  test('may be left with Ctrl-C, which says that the push goes on', async () => {
    const busy = createServer((request) => request.resume());
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [COMMAND, ...pushArgs(0, 'x'), '--url', address], {
      env: { ROLLCALL_TOKEN: 'any' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(busy, 'request');
    child.kill('SIGINT');
    const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    expect(code).toBe(130);
    expect(said).toContain('The push itself goes on. Run the same command again');
    busy.closeAllConnections();
    busy.close();
  });

  test('tells what to do about a failure', async () => {
    const unknown = await runCommand(['push', '--app', 'nothing', '--version', 'nothing', '--message', 'x'], {
      DATA_DIR: dataDir,
    });
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('There is no app nothing. (APP_NOT_FOUND)\nCheck --app.');
    const env = { ROLLCALL_TOKEN: 'wrong', ROLLCALL_URL: url };
    expect((await runCommand(pushArgs(0, 'x'), env)).stderr).toContain('Check ROLLCALL_TOKEN');
    const nobody = await runCommand([...pushArgs(0, 'x'), '--url', 'http://127.0.0.1:9'], env);
    expect(nobody.stderr).toMatch(/Nothing answers at http:\/\/127\.0\.0\.1:9 .*Is the service running\?/);
    const long = await runCommand(pushArgs(0, 'x'.repeat(4001)), { DATA_DIR: dataDir });
    expect(long.stderr).toContain('commitMessage must have 1 to 4,000 characters');
    const page = createServer((_request, response) => response.end('<html>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const other = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    expect((await runCommand([...pushArgs(0, 'x'), '--url', other], env)).stderr).toContain(
      'Is it Rollcall?',
    );
    page.close();
  });

  test('sends the demo token to the demo alone', async () => {
    const other = await temporaryDir();
    await writeFile(
      join(other.path, 'quickstart.json'),
      JSON.stringify({ ...quickstart, baseUrl: 'http://127.0.0.1:9' }),
    );
    const result = await runCommand([...pushArgs(0, 'x'), '--url', url], { DATA_DIR: other.path });
    expect(result.stderr).toContain('ROLLCALL_TOKEN');
    await other.remove();
  });

  test('rotates the keys of the stored tokens', async () => {
    const result = await runCommand(['rotate-keys'], { DATA_DIR: dataDir });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('Already so: 1.');
    const wrong = await runCommand(['rotate-keys', '--url', url], {
      ROLLCALL_TOKEN: quickstart.externalApiToken ?? '',
    });
    expect(wrong.code).toBe(1);
  });

  test('tells of tokens that no key opens, and what a push then needs', async () => {
    program.child.kill('SIGTERM');
    await program.ended;
    const other = `other:${randomBytes(32).toString('base64')}`;
    program = startProgram({ DATA_DIR: dataDir, ENCRYPTION_KEYS: other });
    url = await program.listening;
    quickstart = await quickstartFile(dataDir);
    const rotated = await runCommand(['rotate-keys'], { DATA_DIR: dataDir });
    expect(rotated).toMatchObject({ code: 1, stdout: '' });
    expect(rotated.stderr).toMatch(/Not readable with any key: 1\.\nKeep the older keys/);
    const pushed = await runCommand(pushArgs(0, 'Unreadable'), { DATA_DIR: dataDir });
    expect(pushed).toMatchObject({ code: 1, stdout: '' });
    expect(pushed.stderr).toContain('Enter them again, or restore the key. (GIT_CREDENTIALS_UNREADABLE)');
  });
});
