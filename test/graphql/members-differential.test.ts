import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttributeEdit } from '../../src/directory/edits/attribute-edit.js';
import { DomainError } from '../../src/errors.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { edit, equal, Provisioning } from '../support/provisioning.js';

/**
 * Random sequences of member edits against a plain set. The seed is printed; set MEMBER_SEED to run it again.
 *
 * Faults that were put into the program on purpose, and that this file caught, each by itself:
 *  1. a member that was added and removed in one request stayed;
 *  2. emptying the group kept what the same request had added before;
 *  3. replacing the members kept nested groups.
 */

const seed = Number(process.env.MEMBER_SEED ?? Date.now() % 2 ** 31);
let directory: Directory;
let scim: Provisioning;
let ids: string[];
beforeAll(async () => {
  process.stdout.write(`member seed ${seed}\n`);
  directory = await openDirectory();
  scim = await Provisioning.of(directory);
  ids = [];
  for (let index = 0; index < 8; index += 1)
    ids.push(await scim.user(`user${index}`, { displayName: `Name ${index}` }));
  ids.push(await scim.group('inner 1'), await scim.group('inner 2'));
});
afterAll(() => directory.close());

const isGroup = (index: number) => index >= 8;

/** An edit as the program gets it, and what it does to a plain set of indexes. */
interface Step {
  readonly edit: (ids: readonly string[]) => AttributeEdit;
  readonly apply: (members: Set<number>) => void;
}

const some = fc.uniqueArray(fc.nat(9), { maxLength: 4 });
const listOf = (chosen: readonly number[], all: readonly string[]) =>
  chosen.map((index) => ({
    value: all[index] as string,
    ...(index % 3 === 0 ? { type: isGroup(index) ? 'Group' : 'User' } : {}),
  }));
const step: fc.Arbitrary<Step> = fc.oneof(
  some.map((chosen) => ({
    edit: (all: readonly string[]) => edit('ADD', 'members', listOf(chosen, all)),
    apply: (members: Set<number>) => {
      for (const index of chosen) members.add(index);
    },
  })),
  some.map((chosen) => ({
    edit: (all: readonly string[]) => edit('REPLACE', 'members', listOf(chosen, all)),
    apply: (members: Set<number>) => {
      members.clear();
      for (const index of chosen) members.add(index);
    },
  })),
  some.map((chosen) => ({
    edit: (all: readonly string[]) => edit('REMOVE', 'members', listOf(chosen, all)),
    // A removal with an empty list names nobody.
    apply: (members: Set<number>) => {
      for (const index of chosen) members.delete(index);
    },
  })),
  fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }).map((chosen) => ({
    edit: (all: readonly string[]) =>
      edit('REMOVE', 'members', undefined, {
        where: { or: chosen.map((index) => equal('value', all[index] as string)) },
      }),
    apply: (members: Set<number>) => {
      for (const index of chosen) members.delete(index);
    },
  })),
  fc.constantFrom('User', 'Group').map((type) => ({
    edit: () => edit('REMOVE', 'members', undefined, { where: equal('type', type) }),
    apply: (members: Set<number>) => {
      for (const index of [...members]) if (isGroup(index) === (type === 'Group')) members.delete(index);
    },
  })),
  fc.nat(7).map((index) => ({
    edit: () => edit('REMOVE', 'members', undefined, { where: equal('display', `NAME ${index}`) }),
    apply: (members: Set<number>) => {
      members.delete(index);
    },
  })),
  fc.constant({ edit: () => edit('REMOVE', 'members'), apply: (members: Set<number>) => members.clear() }),
);

test('any sequence of member edits ends in the set that the plain model has, and counts real changes alone', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (start, requests) => {
        round += 1;
        const model = new Set(start);
        const group = await scim.group(
          `Group ${round}`,
          start.map((index) => ids[index] as string),
        );
        let version = 1;
        for (const steps of requests) {
          const before = [...model].sort().join();
          for (const { apply } of steps) apply(model);
          const result = await scim.edit(
            'Group',
            group,
            steps.map((one) => one.edit(ids)),
          );
          const differs = before !== [...model].sort().join();
          // What is taken away and put back by filters in one request is two real changes, so more may count.
          if (differs) expect(result.changed).toBe(true);
          if (result.changed) version += 1;
          expect(result.resource.version).toBe(String(version));
          expect(await scim.members(group)).toEqual([...model].map((index) => ids[index]).sort());
        }
      },
    ),
    { numRuns: 150, seed },
  );
}, 120_000);

test('a request that fails changes no member', async () => {
  const group = await scim.group('All or nothing', ids.slice(0, 2));
  const edits = [
    edit('REMOVE', 'members'),
    edit('ADD', 'members', [{ value: ids[3] as string }, { value: 'nobody' }]),
  ];
  await expect(scim.edit('Group', group, edits)).rejects.toBeInstanceOf(DomainError);
  expect(await scim.members(group)).toEqual(ids.slice(0, 2).sort());
});
