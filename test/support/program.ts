import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The program as a process of its own, as `npm start` runs it. */
export interface Program {
  readonly child: ChildProcess;
  /** All that was printed so far, both streams. */
  output(): string;
  /** The address it listens on; rejects when the process ends before it listens. */
  readonly listening: Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();

/** Starts the program with nothing in its environment but what is given; PORT is any free one unless told. */
export function startProgram(env: Readonly<Record<string, string>>, args: readonly string[] = []): Program {
  const child = spawn(process.execPath, [resolve('dist/src/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let announce: (url: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const listening = new Promise<string>((done, reject) => {
    announce = done;
    fail = reject;
  });
  // Whoever does not wait for it is not interested in its failure either.
  listening.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = /"port":(\d+)[^\n]*"msg":"listening"/.exec(output)?.[1];
      if (port) {
        announce(`http://127.0.0.1:${port}`);
      }
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((done) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      fail(new Error(`The program ended before it listened:\n${output}`));
      done(code ?? (signal as NodeJS.Signals));
    });
  });
  return { child, output: () => output, listening, ended };
}

/** Ends what a test left running. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise((done) => {
          child.once('close', done);
          child.kill('SIGKILL');
        }),
    ),
  );
}

/** A directory for one test, and the function that removes it. */
export async function temporaryDir(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'rollcall-data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** What the quickstart wrote for people. */
export async function quickstartFile(dataDir: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataDir, 'quickstart.json'), 'utf8'));
}
