import { z } from 'zod';
import { findCommitMessageProblem } from '../../src/apps/commit-message.js';
import { DomainError } from '../../src/errors.js';
import { problemsOfIssues } from '../../src/problems.js';
import { operation } from '../operation.js';
import { defineRoute } from '../route.js';

const commitMessage = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
  .superRefine((text, context) => {
    const message = findCommitMessageProblem(text);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', message });
    }
  });

const body = z.strictObject({ commitMessage }, 'must be a JSON object');

interface PushData {
  readonly pushVersion: {
    readonly changed: boolean;
    readonly commit: { oid: string; branch: string; message: string; authoredAt: string };
    readonly push: { versionName: string; url: string; branch: string; directory: string };
  };
}

/** `POST /apps/{appId}/versions/{versionId}/git-sync/push` (interface §4.3). */
export const pushVersionRoute = defineRoute({
  method: 'POST',
  path: '/apps/:appId/versions/:versionId/git-sync/push',
  summary: 'Push a version of an app to the Git repository of the app',
  stability: 'beta',
  parseBody: parsePushBody,
  operation: operation<{ input: unknown }, PushData>(
    `mutation PushVersion($input: PushVersionInput!) {
      pushVersion(input: $input) {
        changed
        commit { oid branch message authoredAt }
        push { versionName url branch directory }
      }
    }`,
  ),
  variables: ({ params, body }) => ({
    input: { appId: params.appId, versionId: params.versionId, message: body.commitMessage },
  }),
  reply: ({ pushVersion: { changed, commit, push } }) => ({
    status: 200,
    body: {
      message: changed
        ? `Version "${push.versionName}" was pushed to ${push.branch}.`
        : `Version "${push.versionName}" is on ${push.branch} already; nothing has changed.`,
      changed,
      commit,
      repository: { url: push.url, branch: push.branch, directory: push.directory },
    },
  }),
  statuses: [200, 400, 401, 403, 404, 409, 413, 415, 422, 451, 500, 502, 503, 504],
  statusOf: { APP_NOT_FOUND: 400, VERSION_NOT_FOUND: 400 },
});

function parsePushBody(input: unknown): { readonly commitMessage: string } {
  const parsed = body.safeParse(input);
  if (!parsed.success) {
    const problems = problemsOfIssues(parsed.error.issues);
    throw DomainError.of('VALIDATION_FAILED', {
      problems: problems.map((problem) => (problem.path === '' ? { ...problem, path: 'body' } : problem)),
    });
  }
  return parsed.data;
}
