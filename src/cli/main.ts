#!/usr/bin/env node
import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError } from './cli-error.js';
import { push } from './push.js';
import { rotateKeys } from './rotate-keys.js';
import { findTarget } from './target.js';

const HELP = `rollcall: commands for a running Rollcall service

  rollcall push --app <id> --version <id> --message <text> [--url <address>]
      Pushes a version of an app to the Git repository of the app, with a progress bar.
      Takes an external token.

  rollcall rotate-keys [--url <address>]
      Encrypts every stored Git token with the newest of ENCRYPTION_KEYS. Takes an admin token.

The token is read from ROLLCALL_TOKEN, the address from --url or ROLLCALL_URL. Without them, both come
from the quickstart's file, ./data/quickstart.json.
`;

const TEXT = { type: 'string' } as const;

async function main(args: readonly string[]): Promise<string> {
  const [command, ...rest] = args;
  if (rest.includes('--help') || rest.includes('-h')) {
    return HELP;
  }
  switch (command) {
    case 'push': {
      const { url, app, version, message } = read(rest, {
        url: TEXT,
        app: TEXT,
        version: TEXT,
        message: TEXT,
      });
      const options = {
        app: required('app', app),
        version: required('version', version),
        message: required('message', message),
      };
      return push(
        await findTarget({ url, tokenName: 'externalApiToken' }, process.env),
        options,
        process.stderr,
      );
    }
    case 'rotate-keys': {
      const { url } = read(rest, { url: TEXT });
      return rotateKeys(await findTarget({ url, tokenName: 'adminToken' }, process.env));
    }
    case undefined:
    case '--help':
    case '-h':
    case 'help':
      return HELP;
    default:
      throw new CliError(`There is no command "${command}".\n\n${HELP}`, 2);
  }
}

function read(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Record<string, string | undefined> {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Record<string, string | undefined>;
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${HELP}`, 2);
  }
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') {
    throw new CliError(`--${name} is missing.\n\n${HELP}`, 2);
  }
  return value;
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof CliError ? error.exitCode : 1;
  },
);
