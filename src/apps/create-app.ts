import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { onConstraint } from '../database/driver-errors.js';
import { DomainError } from '../errors.js';
import { parseName } from '../names.js';
import { requireWorkspace } from '../workspace/require-workspace.js';
import type { AppKind } from './app.entity.js';
import type { AppRecord } from './app-record.js';
import { appSlug } from './app-slug.js';

export interface CreateAppInput {
  readonly workspaceId: string;
  readonly name: string;
  readonly kind?: AppKind | undefined;
}

/** Creates an app or workflow. Throws VALIDATION_FAILED, WORKSPACE_NOT_FOUND and APP_NAME_TAKEN. */
export async function createApp(context: Context, input: CreateAppInput): Promise<AppRecord> {
  const name = parseName(input.name, 'name');
  const kind = input.kind ?? 'app';
  const now = context.now().toISOString();
  return context.database.transaction(async (connection) => {
    await requireWorkspace(context, connection, input.workspaceId);
    const app: AppRecord = {
      id: context.newId(),
      workspaceId: input.workspaceId,
      kind,
      name,
      slug: await freeSlug(connection, input.workspaceId, appSlug(name, kind)),
      createdAt: now,
      updatedAt: now,
    };
    await insertApp(connection, app);
    await connection.rows(
      auditEntry(context, {
        workspaceId: app.workspaceId,
        action: 'app.created',
        subject: { type: 'app', id: app.id, name },
        changes: { name, kind, slug: app.slug },
      }),
    );
    return app;
  });
}

/**
 * The wished slug, or the first of `slug-2`, `slug-3`, … that no app of the workspace has. The lock
 * makes simultaneous creates of one workspace wait for each other, so that none is refused for its slug.
 */
async function freeSlug(connection: Connection, workspaceId: string, slug: string): Promise<string> {
  await connection.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`apps.slug:${workspaceId}`}, 0))`,
  );
  const taken = await connection.rows(sql<{ slug: string }>`
    select slug from apps
    where workspace_id = ${workspaceId} and (slug = ${slug} or starts_with(slug, ${`${slug}-`}))`);
  const slugs = new Set(taken.map((row) => row.slug));
  let candidate = slug;
  for (let suffix = 2; slugs.has(candidate); suffix += 1) {
    candidate = `${slug}-${suffix}`;
  }
  return candidate;
}

async function insertApp(connection: Connection, app: AppRecord): Promise<void> {
  await onConstraint({ apps_name_unique: () => DomainError.of('APP_NAME_TAKEN', { name: app.name }) }, () =>
    connection.rows(sql`
      insert into apps (id, workspace_id, kind, name, slug, created_at, updated_at)
      values (${app.id}, ${app.workspaceId}, ${app.kind}, ${app.name}, ${app.slug}, ${app.createdAt},
        ${app.updatedAt})`),
  );
}
