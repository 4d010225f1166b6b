import type { DomainError } from '../errors.js';
import {
  type BuiltTree,
  buildSubtree,
  directoryTaken,
  graft,
  MissingTreeError,
  readDirectory,
} from './app-tree.js';
import { fetchBlob, fetchTip, TipMovedError } from './fetch-tip.js';
import { badResponse, GitFailure, type GitPlace, placeFailure } from './git-failure.js';
import { entryName, makeCommit, makeObject, parseCommit } from './git-object.js';
import type { PushRequest, PushResult } from './git-port.js';
import type { KnownTip, KnownTips } from './known-tip.js';
import { writePack } from './pack-writer.js';
import type { ProgressReporter } from './push-progress.js';
import type { Advertisement, RemoteSession } from './remote-session.js';
import { sendPack } from './send-pack.js';

/** What all attempts of one push have in common. */
export interface PushState {
  readonly request: PushRequest;
  readonly session: RemoteSession;
  readonly tips: KnownTips;
  readonly tipKey: string;
  readonly progress: ProgressReporter;
  readonly host: string;
  readonly signal: AbortSignal;
  /** How long the question "did it arrive?" may take after the deadline. */
  readonly recoveryMs: number;
  /** Built by the first attempt: it depends on the files alone. */
  subtree?: BuiltTree;
  /** What reading offers; its capabilities hold for later attempts too. */
  reader?: Advertisement;
  /** The commit that was sent last, by this request. */
  sent?: string;
  /** Whether a connection that broke while sending has been forgiven already. */
  retriedBrokenSend?: boolean;
}

interface Base {
  /** Where the branch stands; undefined for a branch that is to be created. */
  readonly tip: string | undefined;
  /** The commit to build on; undefined in an empty repository. */
  readonly known: KnownTip | undefined;
}

/** Pushes on top of the present tip. Undefined says that the branch moved meanwhile: try again. */
export async function attemptPush(state: PushState): Promise<PushResult | undefined> {
  const { request, progress } = state;
  progress.report('resolve', 0, 1);
  const server = await inStep(state, 'push', () => discoverWriter(state));
  const base = await inStep(state, 'clone', () => findBase(state, server));
  progress.report('resolve', 1, 1);
  if (!base) return undefined;
  const tree = await inStep(state, 'commit', () => buildTree(state, base));
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
  const landed = await send(state, server, { from: base.tip, to: commit.oid, pack });
  if (!landed) return undefined;

  const trees = new Map(base.known?.trees);
  for (const { type, oid, data } of objects) if (type === 'tree') trees.set(oid, data);
  const known = { oid: commit.oid, facts: parseCommit(commit.data), trees };
  state.tips.set(state.tipKey, known);
  return resultOf(true, known);
}

async function discoverWriter(state: PushState): Promise<Advertisement> {
  // Without a remembered tip the reader is needed as well, and is asked at the same time.
  const reader = state.reader || state.tips.get(state.tipKey) ? undefined : discoverReader(state);
  const [read, write] = await Promise.allSettled([
    reader,
    state.session.discover('git-receive-pack', state.signal),
  ]);
  if (read.status === 'rejected') throw placeFailure(read.reason, placeOf(state, 'clone'), state.signal);
  if (write.status === 'rejected') throw write.reason;
  checkCollision(write.value.refs, state.request.branch);
  return write.value;
}

async function discoverReader(state: PushState): Promise<Advertisement> {
  state.reader ??= await state.session.discover('git-upload-pack', state.signal);
  return state.reader;
}

/** A branch `a` and a branch `a/b` cannot both exist. */
function checkCollision(refs: ReadonlyMap<string, string>, branch: string): void {
  const ref = `refs/heads/${branch}`;
  for (const other of refs.keys()) {
    if (!other.startsWith(`${ref}/`) && !ref.startsWith(`${other}/`)) continue;
    throw GitFailure.of('GIT_BRANCH_INVALID', {
      branch,
      reason: 'a branch whose name begins or continues this one exists, and Git allows only one of them.',
    });
  }
}

async function findBase(state: PushState, server: Advertisement): Promise<Base | undefined> {
  const tip = server.refs.get(`refs/heads/${state.request.branch}`);
  const remembered = state.tips.get(state.tipKey);
  if (tip !== undefined && remembered?.oid === tip) return { tip, known: remembered };
  const reader = await discoverReader(state);
  // A new branch starts from the default branch, as it would in a clone.
  const start = tip ?? reader.refs.get('HEAD');
  if (start === undefined) return { tip, known: undefined };
  try {
    return { tip, known: await fetchTip(state.session, reader, start, state.signal) };
  } catch (error) {
    if (!(error instanceof TipMovedError)) throw error;
    delete state.reader;
    return undefined;
  }
}

async function buildTree(state: PushState, { known }: Base): Promise<BuiltTree | undefined> {
  const { request, progress } = state;
  state.subtree ??= await buildSubtree(request.files, progress.phase('hash', request.files.size));
  try {
    if (known) await checkOwner(state, known);
    return graft(known?.trees ?? new Map(), known?.facts.tree, request.directory, state.subtree);
  } catch (error) {
    if (!(error instanceof MissingTreeError)) throw error;
    if (known !== state.tips.get(state.tipKey)) throw badResponse('it left out a directory.', error);
    state.tips.delete(state.tipKey);
    return undefined;
  }
}

/** The directory must be free, or hold the same app: everything else in it would be lost. */
async function checkOwner(state: PushState, known: KnownTip): Promise<void> {
  const { directory, manifest, files } = state.request;
  const present = readDirectory(known.trees, known.facts.tree, directory);
  if (!present || present.length === 0) return;
  const found = present.find(({ name }) => name === entryName(manifest.path));
  if (!found) throw directoryTaken(directory, 'it holds files that were not pushed from here.');
  if (found.oid === makeObject('blob', Buffer.from(files.get(manifest.path) ?? '')).oid) return;
  const reader = await discoverReader(state);
  const text = await fetchBlob(state.session, reader, { tip: known.oid, blob: found.oid }, state.signal);
  if (!manifest.isOurs(text.toString('utf8'))) throw directoryTaken(directory, 'it belongs to another app.');
}

/**
 * Sends the pack. Where no answer comes, or none that can be read, the commit may have arrived all the same: the
 * remote is asked once where its branch stands.
 */
async function send(
  state: PushState,
  server: Advertisement,
  update: { from: string | undefined; to: string; pack: readonly Buffer[] },
): Promise<boolean> {
  const bytes = update.pack.reduce((sum, chunk) => sum + chunk.length, 0);
  const uploaded = state.progress.phase('upload', bytes);
  state.sent = update.to;
  try {
    return await sendPack(
      state.session,
      server,
      { branch: state.request.branch, ...update },
      { signal: state.signal, onSent: (sent) => void uploaded(Math.min(sent, bytes)) },
    );
  } catch (error) {
    const failure = placeFailure(error, placeOf(state, 'push'), state.signal);
    const present = MAY_HAVE_ARRIVED.has(failure.code) ? await askForTip(state) : undefined;
    if (present?.tip === update.to) return true;
    if (!present || state.signal.aborted) throw failure;
    if (present.tip !== update.from) return false;
    return retryBrokenSend(state, failure);
  }
}

const MAY_HAVE_ARRIVED: ReadonlySet<string> = new Set(['GIT_UNREACHABLE', 'GIT_BAD_RESPONSE', 'GIT_TIMEOUT']);

/** A kept connection may have been closed just when it was used again; that is worth one more attempt. */
function retryBrokenSend(state: PushState, failure: DomainError): false {
  if (failure.code !== 'GIT_UNREACHABLE' || state.retriedBrokenSend) throw failure;
  state.retriedBrokenSend = true;
  return false;
}

/** Where the branch stands now; undefined when that cannot be found out either. */
async function askForTip(state: PushState): Promise<{ tip: string | undefined } | undefined> {
  const signal = AbortSignal.timeout(state.recoveryMs);
  try {
    const { refs } = await state.session.discover('git-receive-pack', signal);
    return { tip: refs.get(`refs/heads/${state.request.branch}`) };
  } catch {
    return undefined;
  }
}

function unchanged(state: PushState, tip: KnownTip): PushResult {
  state.tips.set(state.tipKey, tip);
  // The answer to an earlier attempt of this request was lost, yet it had arrived.
  return resultOf(tip.oid === state.sent, tip);
}

function resultOf(changed: boolean, { oid, facts }: KnownTip): PushResult {
  return { changed, commit: { oid, message: facts.message, authoredAt: facts.authoredAt } };
}

function placeOf({ host }: PushState, step: GitPlace['step']): GitPlace {
  return { host, step };
}

async function inStep<Result>(
  state: PushState,
  step: GitPlace['step'],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw placeFailure(error, placeOf(state, step), state.signal);
  }
}
