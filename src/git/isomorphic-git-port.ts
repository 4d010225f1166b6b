import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../errors.js';
import { AddressPolicy, type ResolveHost } from './address-policy.js';
import type { AllowedHosts } from './allowed-hosts.js';
import { mattersTo } from './find-base.js';
import { placeFailure } from './git-failure.js';
import type { GitPort, GitRemote, ProbeResult, PushRequest, PushResult } from './git-port.js';
import { DEFAULT_LIMITS, GuardedHttp, type HttpLimits } from './guarded-http.js';
import { KeyedLock } from './keyed-lock.js';
import { KnownTips } from './known-tip.js';
import { probeRemote } from './probe-remote.js';
import { attemptPush } from './push-attempt.js';
import { ProgressReporter } from './push-progress.js';
import type { PushState } from './push-state.js';
import { RemoteSession } from './remote-session.js';

const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 40;
const MAX_PAUSE_MS = 1_000;
/** The part of the time that is kept for finding out whether a push without an answer has arrived. */
const RECOVERY_SHARE = 0.1;

/** How an instance may reach its remotes. */
export interface GitPortOptions {
  readonly allowedHosts: AllowedHosts;
  /** The time of a whole push: waiting, retries and recovery included. */
  readonly timeoutMs: number;
  readonly limits?: HttpLimits;
  readonly resolveHost?: ResolveHost;
}

/** Pushes over smart HTTP with isomorphic-git's transport: nothing is checked out and nothing touches a disk. */
export class IsomorphicGitPort implements GitPort {
  readonly #policy: AddressPolicy;
  readonly #tips = new KnownTips();
  readonly #lock = new KeyedLock();

  constructor(private readonly options: GitPortOptions) {
    this.#policy = new AddressPolicy(options.allowedHosts, options.resolveHost);
  }

  async push(request: PushRequest): Promise<PushResult> {
    const recoveryMs = this.options.timeoutMs * RECOVERY_SHARE;
    const signal = AbortSignal.timeout(this.options.timeoutMs - recoveryMs);
    const tipKey = JSON.stringify([request.remote.url, request.branch]);
    return this.#withHttp(request.remote, signal, (http, host) =>
      this.#lock.run(tipKey, signal, () =>
        pushWithRetries({
          request,
          session: new RemoteSession(request.remote, http, mattersTo(request.branch)),
          tips: this.#tips,
          tipKey,
          progress: new ProgressReporter(request.onProgress, signal),
          host,
          signal,
          recoveryMs,
        }),
      ),
    );
  }

  async probe(remote: GitRemote): Promise<ProbeResult> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    return this.#withHttp(remote, signal, (http) => probeRemote(remote, http, signal));
  }

  async #withHttp<Result>(
    remote: GitRemote,
    signal: AbortSignal,
    work: (http: GuardedHttp, host: string) => Promise<Result>,
  ): Promise<Result> {
    const http = new GuardedHttp(this.#policy, this.options.limits ?? DEFAULT_LIMITS);
    let host = '';
    try {
      host = this.#policy.checkUrl(remote.url).host;
      return await work(http, host);
    } catch (error) {
      throw placeFailure(error, { host, step: 'clone' }, signal);
    } finally {
      http.close();
    }
  }
}

/**
 * Tries until the branch held still. Each attempt builds on what the remote has then; author, time and files stay,
 * so that an attempt with the same parent makes the same commit.
 */
async function pushWithRetries(state: PushState): Promise<PushResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = await attemptPush(state);
    if (result) {
      state.progress.report('done', 1, 1);
      return result;
    }
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
    await sleep(Math.random() * longest, undefined, { signal: state.signal });
  }
  throw DomainError.of('GIT_CONFLICT', {
    step: 'push',
    branch: state.request.branch,
    attempts: MAX_ATTEMPTS,
  });
}
