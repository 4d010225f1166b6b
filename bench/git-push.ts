/**
 * Git pushes against the git program on the same job, in one run: `npm run bench:git`. An app of 1, 100 and 5,000
 * files lies in a repository with twenty commits; every push changes one file. The program does what a server
 * without this code would do: clone --depth=1, write all files, add, commit, push. Variants take turns, each with
 * a repository of its own; read the ratios.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { versionFiles } from '../src/apps/version-files.js';
import type { GitPort } from '../src/git/git-port.js';
import { makeDefinition } from '../test/support/definition.js';
import { makePort, makeRequest } from '../test/support/git-push.js';
import { gitEnvironment, serverCredentials } from '../test/support/git-server.js';
import { type HttpService, startHttpService } from './git-push-http.js';
import { type RemoteServer, startServerProcess } from './git-server-process.js';

const run = promisify(execFile);
const DIRECTORY = 'apps/orders';
const HISTORY = 20;
const SIZES = [
  { files: 1, rounds: 15, first: 0.6, repeat: 0.42 },
  { files: 100, rounds: 15, first: 0.45, repeat: 0.35 },
  { files: 5_000, rounds: 5, first: 0.16, repeat: 0.08 },
];

type Files = ReadonlyMap<string, string>;

/** So many files, of which `edit` changes one. */
function filesOf(count: number, edit: string): Files {
  const all = versionFiles({ id: 'app-1', name: 'Orders' }, makeDefinition(count));
  const files = new Map([...all].slice(0, count));
  const path = [...files.keys()][Math.floor(count / 2)] as string;
  // The manifest alone says whose the directory is, so it stays readable in an app of one file.
  return files.set(
    path,
    (files.get(path) as string).replace(/\}\n$/, `,\n  "zEdit": "${edit}"\n}\n`).replace(/\n,/, ','),
  );
}

/** The function does it in a folder that is there before and removed after: neither is counted. */
async function withFolder(work: (path: string) => Promise<number>): Promise<number> {
  const path = await mkdtemp(join(tmpdir(), 'rollcall-bench-'));
  try {
    return await work(path);
  } finally {
    // The program may still be tidying up in the background.
    await rm(path, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function pushByProgram(path: string, url: string, files: Files, isNew = false): Promise<void> {
  const git = (...args: string[]) => run('git', args, { cwd: path, env: gitEnvironment });
  const source = Object.assign(new URL(url), serverCredentials).href;
  if (isNew) {
    await git('init', '--quiet', '--initial-branch=main');
    await git('remote', 'add', 'origin', source);
  } else {
    await git('clone', '--quiet', '--depth=1', source, '.');
  }
  for (const [file, text] of files) {
    const target = join(path, DIRECTORY, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  await git('add', '--all');
  await git('commit', '--quiet', '-m', 'Push Orders');
  await git('push', '--quiet', 'origin', 'main');
}

function pushByPort(port: GitPort, url: string, files: Files) {
  return port.push(makeRequest(url, { files, directory: DIRECTORY, authoredAt: new Date() }));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const ms = (value: number) => `${value.toFixed(0)} ms`;

async function seeded(server: RemoteServer, name: string, count: number): Promise<string> {
  const url = await server.createRepository(`${name}-${count}`);
  const port = makePort(server, { timeoutMs: 120_000 });
  for (let commit = 0; commit < HISTORY; commit++)
    await pushByPort(port, url, filesOf(count, `seed ${commit}`));
  return url;
}

async function benchSize(
  server: RemoteServer,
  service: HttpService,
  { files: count, rounds, first, repeat }: (typeof SIZES)[number],
) {
  const [program, cold, warm] = [
    await seeded(server, 'program', count),
    await seeded(server, 'first', count),
    await seeded(server, 'repeat', count),
  ] as const;
  const times = {
    program: [] as number[],
    first: [] as number[],
    repeat: [] as number[],
    http: [] as number[],
  };
  const pushByHttp = await service.newApp(`Bench ${count}`, count === 1 ? 0 : count, rounds + 1);
  await pushByHttp(rounds);
  const warmPort = makePort(server, { timeoutMs: 120_000 });
  await pushByPort(warmPort, warm, filesOf(count, 'warm'));
  for (let round = 0; round < rounds; round++) {
    const files = filesOf(count, `round ${round}`);
    times.program.push(await withFolder((path) => timed(() => pushByProgram(path, program, files))));
    times.first.push(await timed(() => pushByPort(makePort(server, { timeoutMs: 120_000 }), cold, files)));
    times.repeat.push(await timed(() => pushByPort(warmPort, warm, files)));
    times.http.push(await timed(() => pushByHttp(round)));
  }
  const base = median(times.program);
  // Round by round, since what else the machine does changes from round to round.
  const ratio = (values: number[]) =>
    median(values.map((value, round) => value / (times.program[round] as number)));
  return {
    files: count,
    'git program': ms(base),
    'first push': ms(median(times.first)),
    'ratio (at most)': `${ratio(times.first).toFixed(3)} (${first})`,
    'repeat push': ms(median(times.repeat)),
    'ratio (at most) ': `${ratio(times.repeat).toFixed(3)} (${repeat})`,
    'repeat by HTTP': ms(median(times.http)),
    'ratio ': ratio(times.http).toFixed(3),
    met: ratio(times.first) <= first && ratio(times.repeat) <= repeat,
  };
}

/** Everything is new: the app's first push into an empty repository. */
async function benchInitial(server: RemoteServer, count: number) {
  const times = { program: [] as number[], port: [] as number[] };
  for (let round = 0; round < 3; round++) {
    const files = filesOf(count, `initial ${round}`);
    const [one, other] = [
      await server.createRepository(`initial-a-${count}-${round}`),
      await server.createRepository(`initial-b-${count}-${round}`),
    ] as const;
    times.program.push(await withFolder((path) => timed(() => pushByProgram(path, one, files, true))));
    times.port.push(await timed(() => pushByPort(makePort(server, { timeoutMs: 120_000 }), other, files)));
  }
  const [program, port] = [median(times.program), median(times.port)];
  return {
    files: count,
    'git program': ms(program),
    'into an empty repository': ms(port),
    ratio: (port / program).toFixed(3),
  };
}

/** How far memory rises over what the process needs when idle, while an app of 5,000 components is pushed. */
async function benchMemory(server: RemoteServer) {
  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  const peakBefore = process.resourceUsage().maxRSS * 1024;
  const url = await server.createRepository('memory');
  // One version is made, as a push makes it, and edited: making three would measure the making.
  const version = filesOf(5_000, 'all new');
  const edited = (edit: string) => new Map(version).set('settings.json', `{\n  "edit": "${edit}"\n}\n`);
  const port = makePort(server, { timeoutMs: 120_000 });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 2);
  await pushByPort(port, url, version);
  await pushByPort(makePort(server, { timeoutMs: 120_000 }), url, edited('first'));
  await pushByPort(port, url, edited('repeat'));
  clearInterval(timer);
  const highest = process.resourceUsage().maxRSS * 1024;
  const growth = (Math.max(peak, highest > peakBefore ? highest : 0) - idle) / 1e6;
  return {
    'idle, MB': (idle / 1e6).toFixed(0),
    'growth at 5,000 files, MB': growth.toFixed(0),
    met: growth < 250,
  };
}

const server = await startServerProcess();
let service: HttpService | undefined;
try {
  // Memory first: later, the process has already grown.
  console.table([await benchMemory(server)]);
  service = await startHttpService(server);
  const rows = [];
  for (const size of SIZES) rows.push(await benchSize(server, service, size));
  console.table(rows);
  console.table([await benchInitial(server, 100), await benchInitial(server, 5_000)]);
} finally {
  await service?.close();
  await server.close();
}
