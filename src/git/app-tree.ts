import { GitFailure } from './git-failure.js';
import {
  DIRECTORY_MODE,
  entryName,
  FILE_MODE,
  type GitObject,
  makeObject,
  makeTree,
  parseTree,
  type TreeEntry,
} from './git-object.js';

/** The trees that are at hand, by id. */
export type Trees = ReadonlyMap<string, Buffer>;

/** A tree with all objects below it that are not known to be on the remote already. */
export interface BuiltTree {
  readonly oid: string;
  readonly objects: readonly GitObject[];
}

/** A tree that should be at hand is not: what is remembered of the remote is not enough. */
export class MissingTreeError extends Error {}

/** Hashes files and the directories between them into one tree. */
export async function buildSubtree(
  files: ReadonlyMap<string, string>,
  breathe: (done: number) => Promise<void> | undefined,
): Promise<BuiltTree> {
  const objects: GitObject[] = [];
  const root: Directory = new Map();
  let done = 0;
  for (const [path, text] of files) {
    const blob = makeObject('blob', Buffer.from(text));
    objects.push(blob);
    const segments = path.split('/').map(entryName);
    const name = segments.pop() as string;
    let directory = root;
    for (const segment of segments) directory = subdirectory(directory, segment);
    directory.set(name, { mode: FILE_MODE, name, oid: blob.oid });
    done += 1;
    await breathe(done);
  }
  return { oid: writeDirectory(root, objects), objects };
}

type Directory = Map<string, TreeEntry | Directory>;

function subdirectory(parent: Directory, name: string): Directory {
  const present = parent.get(name);
  if (present instanceof Map) return present;
  const made: Directory = new Map();
  parent.set(name, made);
  return made;
}

function writeDirectory(directory: Directory, objects: GitObject[]): string {
  const entries = [...directory].map(([name, child]) =>
    child instanceof Map ? { mode: DIRECTORY_MODE, name, oid: writeDirectory(child, objects) } : child,
  );
  const tree = makeTree(entries);
  objects.push(tree);
  return tree.oid;
}

/** What a directory of a tree holds now; undefined where nothing stands there. */
export function readDirectory(
  trees: Trees,
  root: string,
  directory: string,
): readonly TreeEntry[] | undefined {
  let entries = readTree(trees, root);
  for (const name of segmentsOf(directory)) {
    const child = findChild(entries, name, directory);
    if (!child) return undefined;
    entries = readTree(trees, child.oid);
  }
  return entries;
}

/**
 * Puts a subtree at a directory and leaves all else as it is. Of the objects, those that the directory holds
 * already are left out.
 */
export function graft(
  trees: Trees,
  root: string | undefined,
  directory: string,
  subtree: BuiltTree,
): BuiltTree {
  const present = root === undefined ? undefined : readDirectory(trees, root, directory);
  const known = idsBelow(trees, present ?? []);
  const ancestors: GitObject[] = [];

  const replace = (oid: string | undefined, [name, ...rest]: readonly string[]): string => {
    if (name === undefined) return subtree.oid;
    const entries = oid === undefined ? [] : readTree(trees, oid);
    const child = findChild(entries, name, directory);
    const others = entries.filter((entry) => entry !== child);
    const tree = makeTree([...others, { mode: DIRECTORY_MODE, name, oid: replace(child?.oid, rest) }]);
    ancestors.push(tree);
    return tree.oid;
  };

  const oid = replace(root, segmentsOf(directory));
  const objects = new Map([...subtree.objects, ...ancestors].map((object) => [object.oid, object]));
  return { oid, objects: [...objects.values()].filter((object) => !known.has(object.oid)) };
}

/** The trees below a root that are at hand; what no longer belongs to it is left out. */
export function reachableTrees(trees: Trees, root: string): Trees {
  const reached = new Map<string, Buffer>();
  const waiting = [root];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    const data = trees.get(oid);
    if (!data || reached.has(oid)) continue;
    reached.set(oid, data);
    for (const entry of parseTree(data)) if (entry.mode === DIRECTORY_MODE) waiting.push(entry.oid);
  }
  return reached;
}

/** The ids of all trees and files below some entries. Equal trees are entered once, however often they occur. */
function idsBelow(trees: Trees, entries: readonly TreeEntry[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (ids.has(entry.oid)) continue;
    ids.add(entry.oid);
    if (entry.mode === DIRECTORY_MODE) waiting.push(...readTree(trees, entry.oid));
  }
  return ids;
}

function findChild(entries: readonly TreeEntry[], name: string, directory: string): TreeEntry | undefined {
  const child = entries.find((entry) => entry.name === name);
  if (child && child.mode !== DIRECTORY_MODE) throw directoryTaken(directory, 'a file stands in its place.');
  return child;
}

/** The failure that says whose a directory is, or that it is not free. */
export function directoryTaken(directory: string, reason: string): GitFailure {
  return GitFailure.of('GIT_DIRECTORY_TAKEN', { directory, reason });
}

function segmentsOf(directory: string): string[] {
  return directory === '' ? [] : directory.split('/').map(entryName);
}

function readTree(trees: Trees, oid: string): TreeEntry[] {
  const data = trees.get(oid);
  if (!data) throw new MissingTreeError(`no tree ${oid} at hand`);
  return parseTree(data);
}
