import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { tokenPlace } from './git-credentials.js';
import type { GitPushRecord } from './git-push-record.js';
import type { PushRepository } from './push-target.js';

/**
 * Writes how a push ended: a row of the history and an entry of the audit trail, together. Where the workspace was
 * deleted meanwhile, its history went with it and the audit trail alone tells of the push.
 */
export function recordPush(
  context: Context,
  push: GitPushRecord,
  repository: PushRepository,
): Promise<GitPushRecord> {
  return context.database.outlivingCaller().transaction(async (connection) => {
    await connection.rows(sql`
      insert into git_pushes (id, workspace_id, app_id, app_name, version_id, version_name, actor_token_id,
        actor_name, request_id, outcome, message, url, branch, directory, commit_oid, error_code, error_step,
        started_at, duration_ms)
      select ${push.id}::uuid, w.id, ${push.appId}::uuid, ${push.appName}, ${push.versionId}::uuid,
        ${push.versionName}, ${context.principal.tokenId}::uuid, ${push.actorName}, ${push.requestId},
        ${push.outcome}, ${push.message}, ${push.url}, ${push.branch}, ${push.directory}, ${push.commitOid},
        ${push.errorCode}, ${push.errorStep}, ${push.startedAt}::timestamptz, ${push.durationMs}::int
      from workspaces w where w.id = ${push.workspaceId} for key share`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: push.workspaceId,
        action: push.outcome === 'failed' ? 'app_version.push_failed' : 'app_version.pushed',
        subject: { type: 'app_version', id: push.versionId, name: push.versionName },
        changes: {
          pushId: push.id,
          outcome: push.outcome,
          commitOid: push.commitOid,
          errorCode: push.errorCode,
        },
      }),
    );
    await sealAgain(context, connection, repository);
    return push;
  });
}

/** A token that an older key sealed is sealed with the newest, so that old keys fall out of use by themselves. */
async function sealAgain(
  context: Context,
  connection: Connection,
  repository: PushRepository,
): Promise<void> {
  const { keyring } = context;
  const { id, sealedToken } = repository;
  if (sealedToken === null || keyring.isCurrent(sealedToken)) return;
  const token = keyring.open(sealedToken, tokenPlace(id));
  if (token === undefined) return;
  await connection.rows(sql`
    update git_repositories set sealed_token = ${keyring.seal(token, tokenPlace(id))}
    where id = ${id} and sealed_token = ${sealedToken}`);
}
