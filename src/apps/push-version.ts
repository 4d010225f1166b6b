import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import type { PushResult } from '../git/git-port.js';
import { findCommitMessageProblem, normalizeCommitMessage } from './commit-message.js';
import { openCredentials } from './git-credentials.js';
import type { GitPushRecord } from './git-push-record.js';
import { type PushTarget, readPushTarget } from './push-target.js';
import { recordPush } from './record-push.js';
import { MANIFEST_PATH, manifestOwner, versionFiles } from './version-files.js';

export interface PushVersionInput {
  readonly appId: string;
  readonly versionId: string;
  /** 1 to 4,000 characters once trimmed. */
  readonly message: string;
}

/** What a push led to: the branch's tip, and the row of the history. */
export interface PushVersionResult {
  readonly push: GitPushRecord;
  readonly changed: boolean;
  readonly commit: {
    readonly oid: string;
    readonly branch: string;
    readonly message: string;
    readonly authoredAt: string;
  };
}

/**
 * Pushes a version to the repository of its app. No database transaction is open while the network is waited for.
 * A push that has begun is finished and recorded, whether its caller still waits or not.
 * Throws VALIDATION_FAILED, APP_NOT_FOUND, VERSION_NOT_FOUND and the GIT_ codes, all but the last before any network.
 */
export function pushVersion(context: Context, input: PushVersionInput): Promise<PushVersionResult> {
  return context.runningPushes.track(runPush(context, input));
}

async function runPush(context: Context, input: PushVersionInput): Promise<PushVersionResult> {
  const problem = findCommitMessageProblem(input.message);
  if (problem !== undefined) {
    throw DomainError.of('VALIDATION_FAILED', { problems: [{ path: 'message', message: problem }] });
  }
  const message = normalizeCommitMessage(input.message);
  const target = await readPushTarget(context, input);
  const id = context.newId();
  const startedAt = context.now();
  const clock = performance.now();

  const record = (ending: Pick<GitPushRecord, 'outcome' | 'commitOid' | 'errorCode' | 'errorStep'>) =>
    recordPush(
      context,
      {
        id,
        workspaceId: target.workspaceId,
        appId: target.app.id,
        appName: target.app.name,
        versionId: target.version.id,
        versionName: target.version.name,
        actorName: context.principal.tokenName,
        requestId: context.requestId,
        message,
        url: target.repository.url,
        branch: target.repository.branch,
        directory: target.repository.directory,
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - clock),
        ...ending,
      },
      target.repository,
    );

  let result: PushResult;
  try {
    result = await pushFiles(context, target, { id, message, startedAt });
  } catch (error) {
    const failure = error instanceof DomainError ? error : DomainError.of('INTERNAL', {}, error);
    const step = typeof failure.params.step === 'string' ? failure.params.step : null;
    publish(context, target, id, { phase: 'failed', done: 0, total: 0 }, failure.code);
    await record({ outcome: 'failed', commitOid: null, errorCode: failure.code, errorStep: step });
    throw error;
  }
  const push = await record({
    outcome: result.changed ? 'pushed' : 'unchanged',
    commitOid: result.commit.oid,
    errorCode: null,
    errorStep: null,
  });
  const { oid, authoredAt, message: text } = result.commit;
  return {
    push,
    changed: result.changed,
    commit: { oid, branch: push.branch, message: text, authoredAt: authoredAt.toISOString() },
  };
}

function pushFiles(
  context: Context,
  target: PushTarget,
  push: { readonly id: string; readonly message: string; readonly startedAt: Date },
): Promise<PushResult> {
  const { app, version, repository } = target;
  return context.git.push({
    remote: { url: repository.url, credentials: openCredentials(context.keyring, repository) },
    branch: repository.branch,
    directory: repository.directory,
    files: versionFiles(app, version.definition),
    manifest: { path: MANIFEST_PATH, owner: app.id, ownerOf: manifestOwner },
    message: push.message,
    author: { name: repository.authorName, email: repository.authorEmail },
    authoredAt: push.startedAt,
    onProgress: (progress) => publish(context, target, push.id, progress, null),
  });
}

type Step = Parameters<Context['pushFeed']['publish']>[0];

function publish(
  context: Context,
  { app, version }: PushTarget,
  pushId: string,
  progress: Pick<Step, 'phase' | 'done' | 'total'>,
  errorCode: string | null,
): void {
  context.pushFeed.publish({ pushId, appId: app.id, versionId: version.id, ...progress, errorCode });
}
