import { type BuiltTree, buildSubtree, graft, MissingTreeError } from './app-tree.js';
import { checkOwner } from './check-owner.js';
import { deliverCommit } from './deliver-commit.js';
import { type Base, checkCollision, discoverWriter, findBase } from './find-base.js';
import { badResponse } from './git-failure.js';
import { type GitObject, makeCommit, parseCommit } from './git-object.js';
import type { PushResult } from './git-port.js';
import { type KnownTip, nextTip } from './known-tip.js';
import { writePack } from './pack-writer.js';
import { inStep, type PushState } from './push-state.js';

/** Pushes on top of the present tip. Undefined says that the branch moved meanwhile: try again. */
export async function attemptPush(state: PushState): Promise<PushResult | undefined> {
  const { request, progress } = state;
  progress.report('resolve', 0, 1);
  const discovering = discoverWriter(state);
  const subtree = hashFiles(state);
  const writer = await discovering;
  const base = await inStep(state, 'clone', async () => {
    checkCollision(state, writer.refs);
    return findBase(state, writer);
  });
  if (!base) return undefined;
  const tree = await inStep(state, 'commit', async () => buildTree(state, base, await subtree));
  if (!tree) return undefined;
  if (base.tip && base.known?.facts.tree === tree.oid) return unchanged(state, base.known);

  const commit = makeCommit({
    tree: tree.oid,
    parents: base.known ? [base.known.oid] : [],
    author: request.author,
    authoredAt: request.authoredAt,
    message: request.message,
  });
  const objects = [...tree.objects, commit];
  const pack = await inStep(state, 'commit', () =>
    writePack(objects, progress.phase('pack', objects.length)),
  );
  const landed = await deliverCommit(state, writer, { from: base.tip, to: commit.oid, pack });
  return landed ? remember(state, base, tree, commit) : undefined;
}

/** Hashes the files while the remote is asked: neither needs the other. */
function hashFiles(state: PushState): Promise<BuiltTree> {
  const { request, progress } = state;
  state.subtree ??= buildSubtree(request.files, progress.phase('hash', request.files.size));
  // Whoever needs the result meets the failure; nobody does when the remote fails first.
  state.subtree.catch(() => undefined);
  return state.subtree;
}

async function buildTree(
  state: PushState,
  { known }: Base,
  subtree: BuiltTree,
): Promise<BuiltTree | undefined> {
  const { request } = state;
  try {
    if (known) await checkOwner(state, known);
    return graft(known?.trees ?? new Map(), known?.facts.tree, request.directory, subtree);
  } catch (error) {
    if (!(error instanceof MissingTreeError)) throw error;
    if (known !== state.tips.get(state.tipKey)) throw badResponse('it left out a directory.', error);
    state.tips.delete(state.tipKey);
    return undefined;
  }
}

/** Keeps what the next push needs to know. */
function remember(state: PushState, base: Base, tree: BuiltTree, commit: GitObject): PushResult {
  const trees = new Map(base.known?.trees);
  for (const { type, oid, data } of tree.objects) if (type === 'tree') trees.set(oid, data);
  const tip = nextTip(base.known, { oid: commit.oid, facts: parseCommit(commit.data), trees });
  state.tips.set(state.tipKey, tip);
  return resultOf(true, tip);
}

function unchanged(state: PushState, tip: KnownTip): PushResult {
  state.tips.set(state.tipKey, tip);
  // The answer to an earlier attempt of this request was lost, yet it had arrived.
  return resultOf(tip.oid === state.sent, tip);
}

function resultOf(changed: boolean, { oid, facts }: KnownTip): PushResult {
  return { changed, commit: { oid, message: facts.message, authoredAt: facts.authoredAt } };
}
