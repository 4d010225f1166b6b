import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchFrom, post } from './call.js';
import { readEvents } from './event-stream.js';
import { ProgressBar, type ProgressStep, type Terminal } from './progress-bar.js';
import type { Target } from './target.js';

/** What to push. */
export interface PushOptions {
  readonly app: string;
  readonly version: string;
  readonly message: string;
}

/** The answer of the external operation (contract §5). */
interface PushAnswer {
  readonly message: string;
  readonly commit: { readonly oid: string; readonly branch: string };
  readonly repository: { readonly url: string; readonly branch: string; readonly directory: string };
}

interface WatchData {
  readonly data?: { readonly pushProgress: ProgressStep & { readonly versionId: string } };
}

/** What a shell expects of a program that SIGINT ended. */
const EXIT_INTERRUPTED = 130;
const LEFT =
  'Left. The push itself goes on. Run the same command again to see how it ended: it makes no second commit.';

/** A push does not wait longer than this for somebody to tell its progress. */
const STREAM_WAIT_MS = 3_000;

const WATCH = `subscription ($appId: ID!) {
  pushProgress(appId: $appId) { versionId phase done total }
}`;

/** Pushes a version through the external API and shows how far it is; gives the text to print at the end. */
export async function push(target: Target, options: PushOptions, terminal: Terminal): Promise<string> {
  const bar = new ProgressBar(terminal);
  const leave = () => {
    bar.end();
    terminal.write(`${LEFT}\n`);
    process.exit(EXIT_INTERRUPTED);
  };
  process.once('SIGINT', leave);
  const watching = new AbortController();
  const watched = watch(target, options, watching.signal, (step) => bar.show(step));
  try {
    await Promise.race([watched.open, sleep(STREAM_WAIT_MS, undefined, { signal: watching.signal })]);
    const path = `/api/ext/apps/${encodeURIComponent(options.app)}/versions/${encodeURIComponent(options.version)}/git-sync/push`;
    const answer = await post(target, path, `Basic ${target.token}`, { commitMessage: options.message });
    bar.show({ phase: 'DONE', done: 1, total: 1 });
    return describe(answer as PushAnswer);
  } finally {
    process.off('SIGINT', leave);
    watching.abort();
    await watched.over;
    bar.end();
  }
}

function describe({ message, commit, repository }: PushAnswer): string {
  const place = repository.directory === '' ? 'the whole repository' : repository.directory;
  return `${message}\n  commit      ${commit.oid}\n  branch      ${commit.branch}\n  repository  ${repository.url}\n  directory   ${place}\n`;
}

/**
 * Opens the stream of progress before the push begins, so that no step is missed, and reads it in the background.
 * Progress is an extra: where it cannot be had, the push goes on without.
 */
function watch(
  target: Target,
  options: PushOptions,
  signal: AbortSignal,
  show: (step: ProgressStep) => void,
): { readonly open: Promise<unknown>; readonly over: Promise<void> } {
  const open = fetchFrom(target, '/graphql', {
    method: 'POST',
    signal,
    headers: {
      Authorization: `Bearer ${target.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: WATCH, variables: { appId: options.app } }),
  });
  const read = async () => {
    const response = await open;
    if (!response.ok) {
      return;
    }
    for await (const { event, data } of readEvents(response)) {
      const step = (data as WatchData | undefined)?.data?.pushProgress;
      if (event === 'next' && step?.versionId === options.version) {
        show(step);
      }
    }
  };
  return { open, over: read().catch(() => undefined) };
}
