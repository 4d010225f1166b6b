import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { Connection } from '../database/database.js';
import { DomainError } from '../errors.js';
import type { AppRecord } from './app-record.js';
import { lockApp } from './delete-app.js';
import { sealToken } from './git-credentials.js';
import { type GitRepositoryRecord, gitRepositoryColumns } from './git-repository-record.js';
import {
  checkGitSettings,
  DEFAULT_AUTHOR,
  DEFAULT_BRANCH,
  DEFAULT_USERNAME,
  type GitSettingsInput,
  normalizeDirectory,
} from './git-settings.js';

export interface ConfigureGitRepositoryInput extends GitSettingsInput {
  readonly appId: string;
}

/**
 * Makes or changes the repository settings of an app; what the input leaves out stays. Throws VALIDATION_FAILED,
 * APP_NOT_FOUND, GIT_URL_NOT_ALLOWED for a URL that no operator could allow, and GIT_ENCRYPTION_UNAVAILABLE.
 */
export async function configureGitRepository(
  context: Context,
  input: ConfigureGitRepositoryInput,
): Promise<GitRepositoryRecord> {
  checkGitSettings(input);
  if (input.url !== undefined && !/^https?:$/.test(new URL(input.url).protocol)) {
    throw DomainError.of('GIT_URL_NOT_ALLOWED', { step: 'clone' });
  }
  return context.database.transaction(async (connection) => {
    const app = await lockApp(context, connection, input.appId);
    const present = await findRepository(connection, app);
    const settings = merge(context, app, present, input);
    const { changes, previous } = changesOf(present, settings);
    if (present && Object.keys(changes).length === 0) {
      return readRepository(connection, app);
    }
    const repository = await save(context, connection, app, settings);
    await connection.rows(
      auditEntry(context, {
        workspaceId: app.workspaceId,
        action: present ? 'git_repository.changed' : 'git_repository.created',
        subject: { type: 'git_repository', id: repository.id, name: app.name },
        changes,
        previous,
      }),
    );
    return repository;
  });
}

interface Settings {
  readonly id: string;
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly username: string | null;
  readonly sealedToken: string | null;
  readonly enabled: boolean;
}

function findRepository(connection: Connection, app: AppRecord): Promise<Settings | undefined> {
  return connection.first(sql<Settings>`
    select r.id, r.url, r.branch, r.directory, r.author_name as "authorName", r.author_email as "authorEmail",
      r.username, r.sealed_token as "sealedToken", r.enabled
    from git_repositories r where r.app_id = ${app.id} and r.workspace_id = ${app.workspaceId}`);
}

async function readRepository(connection: Connection, app: AppRecord): Promise<GitRepositoryRecord> {
  const repository = await connection.first(sql<GitRepositoryRecord>`
    select ${gitRepositoryColumns} from git_repositories r
    where r.app_id = ${app.id} and r.workspace_id = ${app.workspaceId}`);
  return repository as GitRepositoryRecord;
}

function merge(
  context: Context,
  app: AppRecord,
  present: Settings | undefined,
  input: ConfigureGitRepositoryInput,
): Settings {
  const url = input.url ?? present?.url;
  if (url === undefined) {
    throw DomainError.of('VALIDATION_FAILED', { problems: [{ path: 'url', message: 'is required' }] });
  }
  const id = present?.id ?? context.newId();
  const given = <Value>(
    value: Value | null | undefined,
    before: Value | undefined,
    fallback: Value,
  ): Value => (value === undefined ? (before ?? fallback) : (value ?? fallback));
  return {
    id,
    url,
    branch: given(input.branch, present?.branch, DEFAULT_BRANCH),
    directory: normalizeDirectory(given(input.directory, present?.directory, `apps/${app.slug}`)),
    authorName: given(input.authorName, present?.authorName, DEFAULT_AUTHOR.name),
    authorEmail: given(input.authorEmail, present?.authorEmail, DEFAULT_AUTHOR.email),
    enabled: given(input.enabled, present?.enabled, true),
    ...mergeCredentials(context, { id, url }, present, input.credentials),
  };
}

/** A token goes to the server that it was given for: with another server it has to be given again. */
function mergeCredentials(
  context: Context,
  { id, url }: { id: string; url: string },
  present: Settings | undefined,
  given: ConfigureGitRepositoryInput['credentials'],
): Pick<Settings, 'username' | 'sealedToken'> {
  if (given) {
    return {
      username: given.username ?? DEFAULT_USERNAME,
      sealedToken: sealToken(context.keyring, id, given.token),
    };
  }
  const keeps = given === undefined && present && new URL(present.url).origin === new URL(url).origin;
  return keeps
    ? { username: present.username, sealedToken: present.sealedToken }
    : { username: null, sealedToken: null };
}

async function save(
  context: Context,
  connection: Connection,
  app: AppRecord,
  settings: Settings,
): Promise<GitRepositoryRecord> {
  const now = context.now().toISOString();
  const saved = await connection.first(sql<GitRepositoryRecord>`
    insert into git_repositories as r (id, workspace_id, app_id, url, branch, directory, author_name,
      author_email, username, sealed_token, enabled, created_at, updated_at)
    values (${settings.id}, ${app.workspaceId}, ${app.id}, ${settings.url}, ${settings.branch},
      ${settings.directory}, ${settings.authorName}, ${settings.authorEmail}, ${settings.username},
      ${settings.sealedToken}, ${settings.enabled}, ${now}, ${now})
    on conflict (app_id) do update set url = excluded.url, branch = excluded.branch,
      directory = excluded.directory, author_name = excluded.author_name, author_email = excluded.author_email,
      username = excluded.username, sealed_token = excluded.sealed_token, enabled = excluded.enabled,
      updated_at = excluded.updated_at
    returning ${gitRepositoryColumns}`);
  return saved as GitRepositoryRecord;
}

/** What changed and how it was, for the audit trail: of the token only that it did. */
function changesOf(
  present: Settings | undefined,
  settings: Settings,
): { readonly changes: Record<string, unknown>; readonly previous: Record<string, unknown> } {
  const { id: _id, sealedToken, ...plain } = settings;
  const changed = (Object.keys(plain) as (keyof typeof plain)[]).filter(
    (key) => present?.[key] !== plain[key],
  );
  const pick = (from: typeof plain) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  const isTokenTheSame = (present?.sealedToken ?? null) === sealedToken;
  return {
    changes: {
      ...pick(plain),
      ...(isTokenTheSame ? {} : { token: sealedToken === null ? 'removed' : 'replaced' }),
    },
    previous: present ? pick(present) : {},
  };
}
