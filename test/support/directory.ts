import { LicenseVerifier } from '../../src/access/license.js';
import { PushFeed } from '../../src/apps/push-feed.js';
import { RunningPushes } from '../../src/apps/running-pushes.js';
import { AuditFeed } from '../../src/audit/audit-feed.js';
import type { Context, Principal } from '../../src/context.js';
import { openDatabase } from '../../src/database/database.js';
import type { ConfiguredResources } from '../../src/directory/attributes/resource-model.js';
import { createResourceModel } from '../../src/directory/attributes/resource-model.js';
import { createWorkspace } from '../../src/directory/create-workspace.js';
import { NO_EXTRA_HOSTS } from '../../src/git/allowed-hosts.js';
import { IsomorphicGitPort } from '../../src/git/isomorphic-git-port.js';
import { Keyring } from '../../src/git/keyring.js';
import { newUuid } from '../../src/uuid.js';
import { openTestDatabase, type TestDatabase } from './database.js';

/** The domain of users and groups over a database of its own, without any facade. */
export interface Directory extends TestDatabase {
  /** A context of one request; the clock moves by a second with each. */
  context(principal?: Partial<Principal>): Context;
  newWorkspace(): Promise<string>;
}

/** Opens a database and gives contexts on it. */
export async function openDirectory(configured?: ConfiguredResources): Promise<Directory> {
  const database = await openTestDatabase();
  const resources = createResourceModel('platform', configured);
  let time = Date.UTC(2026, 0, 1);
  const context = (principal: Partial<Principal> = {}): Context => {
    time += 1_000;
    const now = new Date(time);
    return {
      database: openDatabase(database.orm.em),
      principal: {
        kind: 'admin',
        tokenId: null,
        tokenName: 'tests',
        workspaceId: null,
        userId: null,
        ...principal,
      },
      requestId: newUuid(),
      licenses: new LicenseVerifier(undefined),
      auditFeed: new AuditFeed(
        () => openDatabase(database.orm.em),
        () => {},
      ),
      resources,
      git: new IsomorphicGitPort({ allowedHosts: NO_EXTRA_HOSTS, timeoutMs: 1_000 }),
      keyring: new Keyring([]),
      pushFeed: new PushFeed(),
      runningPushes: new RunningPushes(),
      now: () => now,
      newId: newUuid,
    };
  };
  return {
    ...database,
    context,
    newWorkspace: async () => (await createWorkspace(context(), { name: 'Tenant' })).id,
  };
}
