import { CliError } from './cli-error.js';
import type { Target } from './target.js';

/** What the service says of a failure, over REST or GraphQL. */
interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly step?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** What to do about a failure, where the service's own words do not say it. */
const HINTS: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check ROLLCALL_TOKEN: is it of the right kind, for this service, and still valid?',
  APP_NOT_FOUND: 'Check --app. The token reaches the apps of its own workspace alone.',
  VERSION_NOT_FOUND: 'Check --version: it takes the id of a version, not its name.',
  GIT_SYNC_DISABLED: 'The GraphQL mutation configureGitRepository does both.',
  GIT_REMOTE_NOT_FOUND: 'Check the URL and the token of the repository settings.',
  GIT_BAD_RESPONSE: 'Check that the URL of the repository settings is that of a Git repository.',
  GIT_BRANCH_INVALID: 'Choose another branch in the repository settings.',
  GIT_DIRECTORY_TAKEN: 'Choose another directory in the repository settings.',
  GIT_PUSH_REJECTED: 'Have the server let this user push to the branch, or choose another branch.',
  GIT_TIMEOUT: 'The push may have arrived. Run the same command again: it makes no second commit.',
  GIT_UNREACHABLE: 'Run the same command again when the remote is back: it makes no second commit.',
};

/** Posts JSON and gives the parsed answer; a failure becomes an error that tells what to do. */
export async function post(
  target: Target,
  path: string,
  authorization: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetchFrom(target, path, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) {
    throw new CliError(
      `${target.url}${path} answered with status ${response.status} and no JSON. Is it Rollcall?`,
    );
  }
  const [graphqlError] = (answer as { errors?: { message: string; extensions?: Failure }[] }).errors ?? [];
  if (graphqlError) {
    throw new CliError(
      explain({ ...graphqlError.extensions, message: graphqlError.message }, response.status),
    );
  }
  if (!response.ok) {
    throw new CliError(explain(answer, response.status));
  }
  return answer;
}

/** Fetches, and tells in plain words when nobody answers. */
export async function fetchFrom(target: Target, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${target.url}${path}`, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    throw new CliError(
      `Nothing answers at ${target.url} (${reason}). Is the service running? Name another address with --url.`,
    );
  }
}

function explain(failure: Failure, status: number): string {
  const {
    code = `status ${status}`,
    message = 'The service gave no reason.',
    details = [],
    step,
    requestId,
  } = failure;
  return [
    `${message} (${code}${step ? `, at ${step}` : ''})`,
    ...details.map((detail) => `  ${detail.path} ${detail.message}`),
    ...(HINTS[code] ? [HINTS[code]] : []),
    ...(status >= 500 && requestId ? [`Request id: ${requestId}`] : []),
  ].join('\n');
}
