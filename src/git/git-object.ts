import { hash } from 'node:crypto';
import { badResponse } from './git-failure.js';
import type { GitIdentity } from './git-port.js';

/** The kinds of object that this program reads and writes. */
export type ObjectType = 'commit' | 'tree' | 'blob';

/** An object ready to be sent. */
export interface GitObject {
  readonly type: ObjectType;
  readonly oid: string;
  readonly data: Buffer;
}

/**
 * An entry of a tree. `name` holds the bytes as Latin-1, so that names which are not UTF-8 survive and comparing
 * texts compares bytes.
 */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const DIRECTORY_MODE = '40000';
export const FILE_MODE = '100644';

/** Names an object as Git does: the SHA-1 of its type, length and bytes. */
export function makeObject(type: ObjectType, data: Buffer): GitObject {
  const oid = hash('sha1', Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]), 'hex');
  return { type, oid, data };
}

/** The name of a tree entry for a text. */
export function entryName(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Writes a tree; the order of the entries given does not matter. */
export function makeTree(entries: Iterable<TreeEntry>): GitObject {
  const sorted = [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = sorted.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(oid, 'hex'),
  ]);
  return makeObject('tree', Buffer.concat(parts));
}

// Git sorts a directory as though its name ended with a slash.
function sortKey(entry: TreeEntry): string {
  return entry.mode === DIRECTORY_MODE ? `${entry.name}/` : entry.name;
}

/** Reads a tree. */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const end = data.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > data.length) throw badResponse('a tree is damaged.');
    entries.push({
      mode: data.toString('latin1', at, space).replace(/^0+/, ''),
      name: data.toString('latin1', space + 1, end),
      oid: data.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** What a commit says that matters here. */
export interface CommitFacts {
  readonly tree: string;
  readonly message: string;
  readonly authoredAt: Date;
}

/** Writes a commit; times are whole seconds in UTC. */
export function makeCommit(commit: {
  tree: string;
  parents: readonly string[];
  author: GitIdentity;
  authoredAt: Date;
  message: string;
}): GitObject {
  const seconds = Math.floor(commit.authoredAt.getTime() / 1000);
  const signature = `${commit.author.name} <${commit.author.email}> ${seconds} +0000`;
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signature}`,
    `committer ${signature}`,
    '',
    `${commit.message}\n`,
  ];
  return makeObject('commit', Buffer.from(lines.join('\n')));
}

/** Reads a commit. */
export function parseCommit(data: Buffer): CommitFacts {
  const text = data.toString('utf8');
  const end = text.indexOf('\n\n');
  const header = end < 0 ? text : text.slice(0, end);
  const tree = /^tree ([0-9a-f]{40})$/m.exec(header)?.[1];
  const seconds = /^author .*> (\d{1,12}) [+-]\d{4}$/m.exec(header)?.[1];
  if (!tree) throw badResponse('a commit is damaged.');
  return {
    tree,
    message: end < 0 ? '' : text.slice(end + 2).trimEnd(),
    authoredAt: new Date(Number(seconds ?? 0) * 1000),
  };
}
