import { expect, test } from 'vitest';
import { buildSubtree, graft, readDirectory } from '../../src/git/app-tree.js';
import type { KnownTip } from '../../src/git/known-tip.js';
import { KnownTips, nextTip } from '../../src/git/known-tip.js';

const noPause = () => undefined;
const facts = { tree: 'x', message: 'm', authoredAt: new Date(0) };
const tipOf = (oid: string, bytes: number): KnownTip => ({
  oid,
  facts,
  trees: new Map([['t', Buffer.alloc(bytes)]]),
  owners: new Map(),
});

/** Pushes files to a directory the way a push does, and gives what is remembered after it. */
async function pushed(before: KnownTip | undefined, directory: string, text: string): Promise<KnownTip> {
  const subtree = await buildSubtree(
    new Map([
      ['a.json', text],
      ['pages/p.json', text],
    ]),
    noPause,
  );
  const tree = graft(before?.trees ?? new Map(), before?.facts.tree, directory, subtree);
  const trees = new Map(before?.trees);
  for (const { type, oid, data } of tree.objects) if (type === 'tree') trees.set(oid, data);
  return nextTip(before, { oid: text, facts: { ...facts, tree: tree.oid }, trees });
}

test('a thousand pushes leave no more than twice the trees in memory, and none that is needed is lost', async () => {
  let tip = await pushed(undefined, 'apps/other', 'other');
  for (let push = 0; push < 1000; push++) {
    tip = await pushed(tip, 'apps/orders', `push ${push}`);
    expect(tip.trees.size).toBeLessThanOrEqual(13);
  }
  expect(readDirectory(tip.trees, tip.facts.tree, 'apps/other/pages')).toHaveLength(1);
});

test('equal directories share their trees, and keep them when one of them changes', async () => {
  let tip = await pushed(undefined, 'apps/a', 'same');
  tip = await pushed(tip, 'apps/b', 'same');
  for (let push = 0; push < 20; push++) tip = await pushed(tip, 'apps/b', `push ${push}`);
  expect(readDirectory(tip.trees, tip.facts.tree, 'apps/a/pages')).toHaveLength(1);
});

test('the least recently used tips make room, and one that is too large is not remembered', () => {
  const tips = new KnownTips(1_000);
  for (const name of ['a', 'b', 'c']) tips.set(name, tipOf(name, 200));
  expect(tips.get('a')?.oid).toBe('a');
  tips.set('d', tipOf('d', 200));
  expect(['a', 'b', 'c', 'd'].map((name) => tips.get(name)?.oid)).toEqual(['a', undefined, 'c', 'd']);
  tips.set('d', tipOf('e', 200));
  expect(['a', 'c', 'd'].map((name) => tips.get(name)?.oid)).toEqual(['a', 'c', 'e']);
  tips.set('huge', tipOf('huge', 5_000));
  expect(['huge', 'e'].map((name) => tips.get(name))).toEqual([undefined, undefined]);
  expect(tips.get('d')?.oid).toBe('e');
});
