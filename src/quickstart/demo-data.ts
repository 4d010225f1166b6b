import { sql } from 'kysely';
import { createApp } from '../apps/create-app.js';
import { createAppVersion } from '../apps/create-app-version.js';
import { createDataSource } from '../apps/create-data-source.js';
import type { Context } from '../context.js';
import { createWorkspace } from '../directory/create-workspace.js';
import { demoDefinition } from './demo-definition.js';
import { DEMO_TOKEN_NAME } from './demo-tokens.js';

export interface Demo {
  readonly workspaceId: string;
  readonly appId: string;
  readonly versionIds: string[];
  readonly dataSourceId: string;
}

const APP_NAME = 'Customer Directory';
const DATA_SOURCE_NAME = 'Customers DB';

/** The demo's workspace, app, versions and data source; what a crash left unmade is made now. */
export async function ensureDemo(context: Context): Promise<Demo> {
  const workspaceId =
    (await idOf(
      context,
      // The entry goes when audit entries have a retention; the demo's tokens stay for as long as it does.
      sql`select w.id from workspaces w
          where exists (select from audit_entries e where e.subject_id = w.id
              and e.action = 'workspace.created' and e.actor_name = ${context.principal.tokenName})
            or exists (select from tokens t where t.workspace_id = w.id and t.name = ${DEMO_TOKEN_NAME})
          order by w.id limit 1`,
    )) ?? (await createWorkspace(context, { name: 'Demo workspace', adminUserName: 'admin@example.com' })).id;
  const appId =
    (await idOf(
      context,
      sql`select id from apps where workspace_id = ${workspaceId} and kind = 'app' and name = ${APP_NAME}`,
    )) ?? (await createApp(context, { workspaceId, name: APP_NAME })).id;
  const dataSourceId =
    (await idOf(
      context,
      sql`select id from data_sources where workspace_id = ${workspaceId} and name = ${DATA_SOURCE_NAME}`,
    )) ?? (await createDataSource(context, { workspaceId, name: DATA_SOURCE_NAME, kind: 'postgresql' })).id;
  return { workspaceId, appId, versionIds: await ensureVersions(context, appId), dataSourceId };
}

async function ensureVersions(context: Context, appId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const version of [1, 2] as const) {
    const name = `v${version}`;
    const known = await idOf(
      context,
      sql`select id from app_versions where app_id = ${appId} and name = ${name}`,
    );
    ids.push(
      known ?? (await createAppVersion(context, { appId, name, definition: demoDefinition(version) })).id,
    );
  }
  return ids;
}

async function idOf(context: Context, query: ReturnType<typeof sql>): Promise<string | undefined> {
  const row = await context.database.first(query as ReturnType<typeof sql<{ id: string }>>);
  return row?.id;
}
