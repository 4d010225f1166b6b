import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import type { PushResult } from '../git/git-port.js';
import { findCommitMessageProblem, normalizeCommitMessage } from './commit-message.js';
import { openCredentials } from './git-credentials.js';
import type { GitPushRecord } from './git-push-record.js';
import type { PushStep } from './push-feed.js';
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
  const target = await readPushTarget(context, input);
  const push: Push = {
    id: context.newId(),
    message: normalizeCommitMessage(input.message),
    startedAt: context.now(),
    tell: (step, errorCode = null) =>
      context.pushFeed.publish({
        pushId: push.id,
        appId: target.app.id,
        versionId: target.version.id,
        ...step,
        errorCode,
      }),
  };
  // Whoever is told of the end may look at the history at once, so the end is told last.
  try {
    const result = await pushAndRecord(context, target, push);
    push.tell({ phase: 'done', done: 1, total: 1 });
    return result;
  } catch (error) {
    push.tell({ phase: 'failed', done: 0, total: 0 }, asDomainError(error).code);
    throw error;
  }
}

/** A push that has begun. */
interface Push {
  readonly id: string;
  readonly message: string;
  readonly startedAt: Date;
  readonly tell: (step: Pick<PushStep, 'phase' | 'done' | 'total'>, errorCode?: string | null) => void;
}

async function pushAndRecord(context: Context, target: PushTarget, push: Push): Promise<PushVersionResult> {
  const { app, version, repository } = target;
  const clock = performance.now();
  const record = (ending: Pick<GitPushRecord, 'outcome' | 'commitOid' | 'errorCode' | 'errorStep'>) =>
    recordPush(
      context,
      {
        id: push.id,
        workspaceId: target.workspaceId,
        appId: app.id,
        appName: app.name,
        versionId: version.id,
        versionName: version.name,
        actorName: context.principal.tokenName,
        requestId: context.requestId,
        message: push.message,
        url: repository.url,
        branch: repository.branch,
        directory: repository.directory,
        startedAt: push.startedAt.toISOString(),
        durationMs: Math.round(performance.now() - clock),
        ...ending,
      },
      repository,
    );

  let result: PushResult;
  try {
    result = await pushFiles(context, target, push);
  } catch (error) {
    const { code, params } = asDomainError(error);
    const step = typeof params.step === 'string' ? params.step : null;
    await record({ outcome: 'failed', commitOid: null, errorCode: code, errorStep: step });
    throw error;
  }
  const { changed, commit } = result;
  const outcome = changed ? 'pushed' : 'unchanged';
  return {
    push: await record({ outcome, commitOid: commit.oid, errorCode: null, errorStep: null }),
    changed,
    commit: { ...commit, branch: repository.branch, authoredAt: commit.authoredAt.toISOString() },
  };
}

function pushFiles(context: Context, target: PushTarget, push: Push): Promise<PushResult> {
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
    onProgress: (step) => {
      if (step.phase !== 'done') push.tell(step);
    },
  });
}

function asDomainError(error: unknown): DomainError {
  return error instanceof DomainError ? error : DomainError.of('INTERNAL', {}, error);
}
