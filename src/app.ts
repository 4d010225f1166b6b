import type { MikroORM } from '@mikro-orm/postgresql';
import Koa from 'koa';
import { sql } from 'kysely';
import { auditExport, exportPage } from '../facades/audit/export.js';
import { graphqlEndpoint } from '../facades/graphql/endpoint.js';
import { health } from '../facades/http/health.js';
import { oneAuthorization } from '../facades/http/one-authorization.js';
import { requestLog } from '../facades/http/request-log.js';
import { restRouter, restRoutes } from '../facades/rest/router.js';
import { scimOperations } from '../facades/scim/operations.js';
import { scimRouter } from '../facades/scim/router.js';
import { buildSchema } from '../schema/build-schema.js';
import { createExecute, invalidOperations } from '../schema/execute.js';
import { type AdmissionConfig, openAdmission } from './access/admission.js';
import { LicenseVerifier } from './access/license.js';
import { PushFeed } from './apps/push-feed.js';
import { PushRelay } from './apps/push-relay.js';
import { RunningPushes } from './apps/running-pushes.js';
import { keepRetention } from './audit/apply-retention.js';
import { AuditFeed } from './audit/audit-feed.js';
import type { Config } from './config.js';
import type { Caller, Context } from './context.js';
import { openDatabase } from './database/database.js';
import { createResourceModel } from './directory/attributes/resource-model.js';
import { IsomorphicGitPort } from './git/isomorphic-git-port.js';
import { Keyring } from './git/keyring.js';
import type { Logger } from './logger.js';
import { newUuid } from './uuid.js';

/** What the service is made of; tests give other clocks and databases. */
export interface AppParts {
  readonly config: AdmissionConfig &
    Pick<Config, 'databaseUrl' | 'publicUrl' | 'git' | 'encryptionKeys' | 'graphql' | 'auditRetentionDays'>;
  readonly orm: MikroORM;
  readonly logger: Logger;
  readonly now?: () => Date;
  /** Until it resolves the service answers, but does not call itself ready. */
  readonly prepared?: Promise<unknown>;
}

/** The wired service, ready to listen. */
export interface App {
  readonly koa: Koa;
  /** A context for work that the program does on its own behalf. */
  readonly newContext: (caller: Caller) => Context;
  /** Ends the streams that would never end by themselves; call it before the server stops. */
  endStreams(): void;
  /** Resolves when no push is under way any more; one may outlive the request that asked for it. */
  pushesEnded(): Promise<void>;
  /** Call it once the server has stopped; the database stays open. */
  close(): Promise<void>;
}

/** Wires domain, schema and facades; throws when an operation of a facade does not fit the schema. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, orm, logger, now = () => new Date(), prepared } = parts;
  const licenses = new LicenseVerifier(config.license.publicKey, config.license.key);
  const database = () => openDatabase(orm.em);
  const resources = createResourceModel(config.scim.extensionName, config.scim.configuredResources);
  const git = new IsomorphicGitPort(config.git);
  const keyring = new Keyring(config.encryptionKeys);
  const pushFeed = new PushFeed((step) => pushRelay?.tell(step));
  const pushRelay = config.databaseUrl
    ? new PushRelay(
        config.databaseUrl,
        (step) => pushFeed.deliver(step),
        (error) => logger.warn({ err: error }, 'push relay'),
      )
    : undefined;
  await pushRelay?.open();
  const runningPushes = new RunningPushes();
  const auditFeed = new AuditFeed(database, (error) => logger.error({ err: error }, 'audit feed'));
  const newContext = (caller: Caller): Context => ({
    ...caller,
    database: openDatabase(orm.em, caller.signal),
    licenses,
    resources,
    git,
    keyring,
    pushFeed,
    runningPushes,
    auditFeed,
    now,
    newId: newUuid,
  });
  const schema = buildSchema();
  const operations = [...restRoutes.map((route) => route.operation), ...scimOperations, exportPage];
  const problems = invalidOperations(schema, operations);
  if (problems.length > 0) {
    throw new Error(`Operations of the facades do not fit the schema:\n${problems.join('\n')}`);
  }
  const admission = openAdmission({ config, database, verifier: licenses, now });
  const execute = createExecute(schema, newContext);
  const graphql = await graphqlEndpoint({
    schema: buildSchema(),
    admission,
    newContext,
    settings: config.graphql,
    report: (error, requestId) => logger.error({ err: error, requestId }, 'graphql'),
  });

  const stopRetention = keepRetention({
    days: config.auditRetentionDays,
    database,
    now,
    report: (error) => logger.error({ err: error }, 'audit retention'),
  });

  const koa = new Koa();
  // What comes here is a connection that broke while an answer was being sent: nobody is left to tell.
  koa.on('error', (error) => logger.debug({ err: error }, 'connection'));
  koa.use(requestLog(logger));
  koa.use(oneAuthorization());
  koa.use(
    health(async () => {
      await prepared;
      await database().rows(sql`select 1`);
    }),
  );
  koa.use(restRouter({ admission, execute, publicUrl: config.publicUrl, now }));
  koa.use(
    scimRouter({
      admission,
      execute,
      resources,
      publicUrl: config.publicUrl,
      basePath: config.scim.basePath,
      deletion: config.scim.deleteEnabled,
    }),
  );
  koa.use(auditExport({ admission, execute, now }));
  koa.use(graphql.middleware);
  return {
    koa,
    newContext,
    endStreams() {
      pushFeed.close();
      graphql.endStreams();
    },
    pushesEnded: () => runningPushes.ended(),
    async close() {
      stopRetention();
      auditFeed.close();
      await pushRelay?.close();
      await graphql.stop();
      await admission.close();
    },
  };
}
