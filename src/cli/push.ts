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

const WATCH = `subscription ($appId: ID!) {
  pushProgress(appId: $appId) { versionId phase done total }
}`;

/** Pushes a version through the external API and shows how far it is; gives the text to print at the end. */
export async function push(target: Target, options: PushOptions, terminal: Terminal): Promise<string> {
  const bar = new ProgressBar(terminal);
  const watching = new AbortController();
  const watched = await watch(target, options, watching.signal, (step) => bar.show(step));
  try {
    const path = `/api/ext/apps/${encodeURIComponent(options.app)}/versions/${encodeURIComponent(options.version)}/git-sync/push`;
    const answer = await post(target, path, `Basic ${target.token}`, { commitMessage: options.message });
    bar.show({ phase: 'DONE', done: 1, total: 1 });
    return describe(answer as PushAnswer);
  } finally {
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
async function watch(
  target: Target,
  options: PushOptions,
  signal: AbortSignal,
  show: (step: ProgressStep) => void,
): Promise<{ readonly over: Promise<void> }> {
  const response = await fetchFrom(target, '/graphql', {
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
    for await (const { event, data } of readEvents(response)) {
      const step = (data as { data?: { pushProgress?: ProgressStep & { versionId: string } } } | undefined)
        ?.data?.pushProgress;
      if (event === 'next' && step?.versionId === options.version) {
        show(step);
      }
    }
  };
  return { over: response.ok ? read().catch(() => undefined) : Promise.resolve() };
}
