import type { BuiltTree } from './app-tree.js';
import { type GitPlace, placeFailure } from './git-failure.js';
import type { PushRequest } from './git-port.js';
import type { KnownTips } from './known-tip.js';
import type { ProgressReporter } from './push-progress.js';
import type { Advertisement, RemoteSession } from './remote-session.js';

/** What all attempts of one push have in common. */
export interface PushState {
  readonly request: PushRequest;
  readonly session: RemoteSession;
  readonly tips: KnownTips;
  readonly tipKey: string;
  readonly progress: ProgressReporter;
  readonly host: string;
  readonly signal: AbortSignal;
  /** How long the question "did it arrive?" may take after the deadline. */
  readonly recoveryMs: number;
  /** Begun by the first attempt: it depends on the files alone. */
  subtree?: Promise<BuiltTree>;
  /** What reading offers; its capabilities hold for later attempts too. */
  reader?: Advertisement;
  /** The commit that was sent last, by this request. */
  sent?: string;
  /** Whether a connection that broke while sending has been forgiven already. */
  retriedBrokenSend?: boolean;
}

/** The full name of a branch. */
export function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Gives what is thrown in a step of the push its place. */
export async function inStep<Result>(
  state: PushState,
  step: GitPlace['step'],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw placeFailure(error, { host: state.host, step }, state.signal);
  }
}
