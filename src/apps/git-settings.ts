import { DomainError, type Problem } from '../errors.js';
import { findBranchProblem } from '../git/branch-name.js';
import { isDeviceName } from './file-name.js';

/** The author of commits where none is configured. */
export const DEFAULT_AUTHOR = { name: 'Rollcall', email: 'rollcall@localhost' };
export const DEFAULT_BRANCH = 'main';
/** Servers that go by the token alone want some name beside it. */
export const DEFAULT_USERNAME = 'git';

/** The settings that a caller gives; undefined leaves one as it is, null gives it its default. */
export interface GitSettingsInput {
  readonly url?: string | undefined;
  readonly branch?: string | null | undefined;
  readonly directory?: string | null | undefined;
  readonly authorName?: string | null | undefined;
  readonly authorEmail?: string | null | undefined;
  readonly credentials?: GitCredentialsInput | null | undefined;
  readonly enabled?: boolean | null | undefined;
}

/** User name and token of a remote. */
export interface GitCredentialsInput {
  readonly username?: string | null | undefined;
  readonly token: string;
}

const MAX_URL = 2_048;
const MAX_DIRECTORY = 400;
const MAX_TOKEN = 4_096;
const MAX_TEXT = 255;
const CONTROL = /\p{Cc}/u;
/** What nobody sees in a path: controls, marks of direction, joiners that hide ".git" from a reader. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** Reports every problem of the settings at once; throws VALIDATION_FAILED. */
export function checkGitSettings(input: GitSettingsInput): void {
  const problems: Problem[] = [];
  const check = (
    path: string,
    value: string | null | undefined,
    find: (text: string) => string | undefined,
  ) => {
    const message = typeof value === 'string' ? find(value) : undefined;
    if (message !== undefined) problems.push({ path, message });
  };
  check('url', input.url, findUrlProblem);
  check('branch', input.branch, findBranchProblem);
  check('directory', input.directory, findDirectoryProblem);
  check('authorName', input.authorName, (text) => findIdentityProblem(text, /[^.,:;<>"'\s]/));
  check('authorEmail', input.authorEmail, (text) => findIdentityProblem(text, /^[^\s@]+@[^\s@]+$/));
  check('credentials.username', input.credentials?.username, findUsernameProblem);
  check('credentials.token', input.credentials?.token, findTokenProblem);
  if (problems.length > 0) throw DomainError.of('VALIDATION_FAILED', { problems });
}

/** A directory as it is stored: without slashes at its ends, and "." for the root written as nothing. */
export function normalizeDirectory(directory: string): string {
  return directory
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

function findUrlProblem(url: string): string | undefined {
  if (url.length > MAX_URL || !isPlain(url) || !URL.canParse(url)) return 'must be an absolute URL';
  const { username, password, search, hash } = new URL(url);
  // Stored in the clear and shown, so a password must never be part of it.
  if (username !== '' || password !== '') return 'must not hold a user or password; give them as credentials';
  if (search !== '' || hash !== '') return 'must have neither a query nor a fragment';
  return undefined;
}

function findDirectoryProblem(directory: string): string | undefined {
  const path = normalizeDirectory(directory);
  if (Buffer.byteLength(path) > MAX_DIRECTORY) return `must have at most ${MAX_DIRECTORY} bytes`;
  if (INVISIBLE.test(path) || /[\\:*?"<>|]/.test(path)) {
    return 'must not hold invisible characters or any of \\ : * ? " < > |';
  }
  const isUnsafe = (segment: string) =>
    segment === '..' || /^\.git|^git~\d|[. ]$/i.test(segment) || isDeviceName(segment);
  return path.split('/').some(isUnsafe)
    ? 'must not hold "..", ".git", a name that ends with a dot or one that Windows keeps for a device'
    : undefined;
}

/** Whether a text can be stored and sent as it is. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

function findIdentityProblem(text: string, pattern: RegExp): string | undefined {
  const isSound = text.length <= MAX_TEXT && isPlain(text) && !/[<>]/.test(text);
  return isSound && pattern.test(text) ? undefined : 'must be what a commit can name, at most 255 characters';
}

function findUsernameProblem(username: string): string | undefined {
  // A colon ends the user name in basic authentication (RFC 7617 §2).
  const isSound =
    username !== '' && username.length <= MAX_TEXT && isPlain(username) && !username.includes(':');
  return isSound ? undefined : 'must be 1 to 255 characters without a colon';
}

function findTokenProblem(token: string): string | undefined {
  const isSound = token.trim() !== '' && token.length <= MAX_TOKEN && isPlain(token);
  return isSound ? undefined : `must be 1 to ${MAX_TOKEN} printable characters`;
}
