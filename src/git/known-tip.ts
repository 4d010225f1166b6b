import { reachableTrees } from './app-tree.js';
import type { CommitFacts } from './git-object.js';

/** A commit on a remote with its trees by id: all that a new commit on top of it has to know. */
export interface KnownTip {
  readonly oid: string;
  readonly facts: CommitFacts;
  readonly trees: ReadonlyMap<string, Buffer>;
  /** Whom the manifests name that had to be read, by the ids of the files; filled as they are. */
  readonly owners: Map<string, string | undefined>;
  /** How many trees there were when all of them belonged to the commit. */
  readonly exactSize?: number;
}

/** Trees may be kept beyond their use until there are twice as many as needed: finding them reads every tree. */
const SLACK = 2;

/** The tip that follows another one, without most of the trees that have fallen out of use. */
export function nextTip(before: KnownTip | undefined, made: Omit<KnownTip, 'owners'>): KnownTip {
  const tip = { ...made, owners: before?.owners ?? new Map() };
  const exactSize = before?.exactSize ?? before?.trees.size ?? tip.trees.size;
  if (tip.trees.size <= exactSize * SLACK) return { ...tip, exactSize };
  const trees = reachableTrees(tip.trees, tip.facts.tree);
  return { ...tip, trees, exactSize: trees.size };
}

/**
 * Remembers the last tip of each branch, so that a push which finds it unchanged needs to fetch nothing. What is
 * remembered is a shortcut and never a truth: it counts only while the remote names the same commit.
 */
export class KnownTips {
  readonly #tips = new Map<string, { tip: KnownTip; bytes: number }>();
  #bytes = 0;

  constructor(private readonly maxBytes = 32 * 1024 * 1024) {}

  /** The tip remembered for a branch. */
  get(key: string): KnownTip | undefined {
    const entry = this.#tips.get(key);
    if (!entry) return undefined;
    // Insertion order is the order of last use.
    this.#tips.delete(key);
    this.#tips.set(key, entry);
    return entry.tip;
  }

  /** Remembers a tip; the least recently used ones make room. */
  set(key: string, tip: KnownTip): void {
    this.delete(key);
    let bytes = key.length + tip.facts.message.length;
    for (const data of tip.trees.values()) bytes += data.length + 100;
    if (bytes > this.maxBytes) return;
    this.#tips.set(key, { tip, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#tips.keys()) {
      if (this.#bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  /** Forgets a branch. */
  delete(key: string): void {
    this.#bytes -= this.#tips.get(key)?.bytes ?? 0;
    this.#tips.delete(key);
  }
}
