import process from 'node:process';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createApp } from './app.js';
import { type Config, ConfigError, loadConfig } from './config.js';
import { DataDirInUse, lockDataDir } from './database/lock-data-dir.js';
import { migrate, openOrm, pendingMigrations } from './database/open-orm.js';
import { ensureFirstWorkspace } from './directory/ensure-first-workspace.js';
import { type LogStream, openLogStream } from './log-stream.js';
import { createLogger, type Logger } from './logger.js';
import { demoKeys } from './quickstart/demo-keys.js';
import { demoLicense } from './quickstart/demo-license.js';
import { allowRemote } from './quickstart/demo-repository.js';
import { startGitRemote } from './quickstart/git-remote.js';
import { prepareQuickstart } from './quickstart/quickstart.js';
import { serve } from './server.js';

/** EX_CONFIG of sysexits.h: the configuration is at fault, starting again will not help. */
const EXIT_CONFIG = 78;

/** Starts the service and keeps it running until SIGTERM or SIGINT; exits with a message when it cannot. */
export async function start(): Promise<void> {
  try {
    const config = await loadConfig(process.env);
    await run(config);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}

async function run(given: Config): Promise<void> {
  const quickstart = given.databaseUrl === undefined;
  const unlock = quickstart ? lockDataDir(given.dataDir) : () => {};
  const remote = quickstart ? await startGitRemote(given.dataDir, process.env.PATH) : undefined;
  const config = quickstart ? allowRemote(await demoKeys(await demoLicense(given)), remote) : given;
  const log = openLogStream();
  const logger = createLogger(config.logLevel, log);
  const orm = await openOrm(config);
  await requireMigrated(orm, config);

  const { promise: prepared, resolve: ready } = Promise.withResolvers<void>();
  const app = await createApp({ config, orm, logger, prepared });
  if (config.firstWorkspace) {
    await ensureFirstWorkspace(app.newContext, config.firstWorkspace);
  }
  const server = await serve(app.koa.callback(), config);
  if (quickstart) {
    process.stdout.write(await prepareQuickstart(app.newContext, config, server.port, remote));
  }
  ready();
  logger.info({ host: config.host, port: server.port, edition: config.edition }, 'listening');

  stopOnSignal(logger, log, async () => {
    app.endStreams();
    await server.stop({ until: app.pushesEnded });
    await app.pushesEnded();
    await app.close();
    await orm.close();
    await remote?.stop();
    unlock();
  });
}

async function requireMigrated(orm: MikroORM, config: Config): Promise<void> {
  if (config.migrate || !config.databaseUrl) {
    return migrate(orm, config);
  }
  const pending = await pendingMigrations(orm);
  if (pending.length > 0) {
    throw new Error(
      `The database lacks ${pending.length} migration(s): ${pending.join(', ')}. ` +
        'Start with MIGRATE=on to run them, or run "npx mikro-orm migration:up".',
    );
  }
}

function stopOnSignal(logger: Logger, log: LogStream, stop: () => Promise<void>): void {
  const onSignal = async (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping');
    // A second signal means that whoever sent it will not wait.
    process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));
    const code = await stop().then(
      () => {
        logger.info('stopped');
        return 0;
      },
      (error) => {
        logger.error({ err: error }, 'stopping failed');
        return 1;
      },
    );
    await log.end();
    // Everything is closed: a timer that somebody forgot must not keep a stopped service alive.
    process.exit(code);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      if (!stopping) {
        stopping = true;
        void onSignal(signal);
      }
    });
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUse) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use by another process. Stop it, or choose another with PORT.';
  }
  return `Rollcall could not start: ${error instanceof Error ? error.message : String(error)}`;
}
