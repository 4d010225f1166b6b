import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

/** How a command of the command line ended, and what it printed. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the build puts the command. */
export const COMMAND = resolve('dist/src/cli/main.js');

/** Runs `rollcall` with arguments, with nothing in its environment but what is given. */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
