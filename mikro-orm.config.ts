import { resolve } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as definePglite } from '@mikro-orm/pglite';
import { defineConfig as definePostgres, type Options } from '@mikro-orm/postgresql';
import { License } from './src/access/license.entity.js';
import { Token } from './src/access/token.entity.js';
import { App } from './src/apps/app.entity.js';
import { AppVersion } from './src/apps/app-version.entity.js';
import { DataSource } from './src/apps/data-source.entity.js';
import { GitPush } from './src/apps/git-push.entity.js';
import { GitRepository } from './src/apps/git-repository.entity.js';
import { AuditEntry } from './src/audit/audit-entry.entity.js';
import { migrations } from './src/database/migrations/list.js';
import { exclusivePGliteDialect, openPGlite } from './src/database/pglite-dialect.js';
import { PreparingClient } from './src/database/preparing-client.js';
import { AttributeKey } from './src/directory/attribute-key.entity.js';
import { Group } from './src/directory/group.entity.js';
import { Membership } from './src/directory/membership.entity.js';
import { NestedGroup } from './src/directory/nested-group.entity.js';
import { PermissionRule, RuleApp, RuleDataSource } from './src/directory/permission-rule.entity.js';
import { ProvisionedResource } from './src/directory/provisioned-resource.entity.js';
import { RowCount } from './src/directory/row-count.entity.js';
import { User } from './src/directory/user.entity.js';
import { Environment } from './src/workspace/environment.entity.js';
import { Workspace } from './src/workspace/workspace.entity.js';

const entities = [
  App,
  AppVersion,
  AttributeKey,
  AuditEntry,
  DataSource,
  Environment,
  GitPush,
  GitRepository,
  Group,
  License,
  Membership,
  NestedGroup,
  PermissionRule,
  ProvisionedResource,
  RowCount,
  RuleApp,
  RuleDataSource,
  Token,
  User,
  Workspace,
];

const common = {
  entities,
  extensions: [Migrator],
  migrations: { migrationsList: migrations, tableName: 'migrations', snapshot: false, silent: true },
  // Triggers stand in the migrations alone.
  schemaGenerator: { ignoreTriggers: true },
  // Dates are stored and read as UTC whatever the time zone of the process.
  forceUtcTimezone: true,
  // Statements are compiled by the program; a logger that prints their parameters would print secrets.
  debug: false,
};

/** MikroORM's options for a PostgreSQL server; with `prepare`, frequent statements are prepared. */
export function postgresOptions(clientUrl: string, prepare = true): Options {
  const driverOptions = prepare ? { Client: PreparingClient } : {};
  return definePostgres({ ...common, clientUrl, pool: { min: 0, max: 10 }, driverOptions });
}

/** MikroORM's options for embedded PostgreSQL, in a directory or (without one) in memory. */
export function pgliteOptions(dataDir?: string, snapshot?: Blob): Options {
  const dialect = exclusivePGliteDialect(() => openPGlite(dataDir, snapshot));
  return definePglite({ ...common, dbName: 'postgres', driverOptions: () => dialect }) as unknown as Options;
}

/** For the MikroORM command line: the database that the environment names. */
export default process.env.DATABASE_URL
  ? postgresOptions(process.env.DATABASE_URL)
  : pgliteOptions(resolve(process.env.DATA_DIR ?? './data', 'postgres'));
