import { sql } from 'kysely';
import type { Context } from '../context.js';
import { inScope } from '../database/sql.js';
import { DomainError } from '../errors.js';
import { isUuid } from '../uuid.js';
import type { VersionDefinition } from './version-definition.js';

/** All that a push needs to know, read in one statement. */
export interface PushTarget {
  readonly workspaceId: string;
  readonly app: { readonly id: string; readonly name: string };
  readonly version: { readonly id: string; readonly name: string; readonly definition: VersionDefinition };
  readonly repository: PushRepository;
}

/** The repository settings, with the token as it is stored. */
export interface PushRepository {
  readonly id: string;
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly username: string | null;
  readonly sealedToken: string | null;
}

interface Row {
  readonly workspaceId: string;
  readonly appName: string;
  readonly versionName: string | null;
  readonly definition: VersionDefinition;
  readonly repository: (PushRepository & { readonly enabled: boolean }) | null;
}

/** Reads app, version and repository. Throws APP_NOT_FOUND, VERSION_NOT_FOUND and GIT_SYNC_DISABLED. */
export async function readPushTarget(
  context: Context,
  input: { readonly appId: string; readonly versionId: string },
): Promise<PushTarget> {
  const { appId, versionId } = input;
  if (!isUuid(appId)) throw DomainError.of('APP_NOT_FOUND', { id: appId });
  const row = await context.database.first(sql<Row>`
    select a.workspace_id as "workspaceId", a.name as "appName", v.name as "versionName", v.definition,
      case when r.id is not null then json_build_object('id', r.id, 'url', r.url, 'branch', r.branch,
        'directory', r.directory, 'authorName', r.author_name, 'authorEmail', r.author_email,
        'username', r.username, 'sealedToken', r.sealed_token, 'enabled', r.enabled) end as repository
    from apps a
    left join app_versions v on v.app_id = a.id and v.workspace_id = a.workspace_id
      and v.id = ${isUuid(versionId) ? versionId : null}::uuid
    left join git_repositories r on r.app_id = a.id and r.workspace_id = a.workspace_id
    where a.id = ${appId} and ${inScope('a.workspace_id', context.principal.workspaceId)}`);
  if (!row) throw DomainError.of('APP_NOT_FOUND', { id: appId });
  if (row.versionName === null) throw DomainError.of('VERSION_NOT_FOUND', { id: versionId });
  if (!row.repository?.enabled) throw DomainError.of('GIT_SYNC_DISABLED', {});
  return {
    workspaceId: row.workspaceId,
    app: { id: appId, name: row.appName },
    version: { id: versionId, name: row.versionName, definition: row.definition },
    repository: row.repository,
  };
}
