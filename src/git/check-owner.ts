import { directoryTaken, readDirectory } from './app-tree.js';
import { fetchBlob } from './fetch-tip.js';
import { discoverReader } from './find-base.js';
import { DIRECTORY_MODE, entryName, makeObject, type TreeEntry } from './git-object.js';
import type { KnownTip } from './known-tip.js';
import type { PushState } from './push-state.js';

/**
 * The directory must be free, or hold the same app: everything else in it would be lost. Nor may it lie in that of
 * another app, which removes all that is not its own when it is pushed the next time.
 */
export async function checkOwner(state: PushState, known: KnownTip): Promise<void> {
  const { directory, manifest } = state.request;
  for (const above of directoriesAbove(directory)) {
    const entries = readDirectory(known.trees, known.facts.tree, above);
    if (!entries) return;
    const owner = await ownerOf(state, known, findManifest(state, entries));
    if (owner === undefined || owner === manifest.owner) continue;
    const place = above === '' ? 'the whole repository' : `"${above}"`;
    throw directoryTaken(directory, `it lies in ${place}, which belongs to another app.`);
  }
  const present = readDirectory(known.trees, known.facts.tree, directory);
  if (!present || present.length === 0) return;
  const found = findManifest(state, present);
  if (!found) throw directoryTaken(directory, 'it holds files that were not pushed from here.');
  if ((await ownerOf(state, known, found)) !== manifest.owner)
    throw directoryTaken(directory, 'it belongs to another app.');
}

/** The directories that a directory lies in, from the root on: "", "a" and "a/b" for "a/b/c". */
function directoriesAbove(directory: string): string[] {
  const segments = directory === '' ? [] : directory.split('/');
  return segments.map((_segment, depth) => segments.slice(0, depth).join('/'));
}

function findManifest({ request }: PushState, entries: readonly TreeEntry[]): TreeEntry | undefined {
  const name = entryName(request.manifest.path);
  return entries.find((entry) => entry.name === name && entry.mode !== DIRECTORY_MODE);
}

/** Whom a manifest names; it is read from the remote once, unless it is the very file that is to be pushed. */
async function ownerOf(
  state: PushState,
  known: KnownTip,
  found: TreeEntry | undefined,
): Promise<string | undefined> {
  if (!found) return undefined;
  const { files, manifest } = state.request;
  if (found.oid === makeObject('blob', Buffer.from(files.get(manifest.path) ?? '')).oid)
    return manifest.owner;
  if (!known.owners.has(found.oid)) {
    const reader = await discoverReader(state);
    const wanted = { tip: known.oid, blob: found.oid };
    const text = (await fetchBlob(state.session, reader, wanted, state.signal)).toString('utf8');
    known.owners.set(found.oid, manifest.ownerOf(text));
  }
  return known.owners.get(found.oid);
}
