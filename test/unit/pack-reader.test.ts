import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GitFailure } from '../../src/git/git-failure.js';
import { makeObject, makeTree, parseTree } from '../../src/git/git-object.js';
import { applyDelta } from '../../src/git/pack-delta.js';
import { readPack } from '../../src/git/pack-reader.js';
import { writePack } from '../../src/git/pack-writer.js';
import { gitEnvironment } from '../support/git-server.js';

const everything = new Set(['commit', 'tree', 'blob'] as const);
const noPause = () => undefined;

/** A pack of hand-made entries, valid as a whole. */
function packOf(...entries: { type: number; size: number; extra?: Buffer; data: Buffer }[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(entries.length, 8);
  const parts = entries.flatMap(({ type, size, extra, data }) => {
    const head = [(type << 4) | (size & 15)];
    for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
      head[head.length - 1] = (head.at(-1) as number) | 0x80;
      head.push(rest % 128);
    }
    return [Buffer.from(head), extra ?? Buffer.alloc(0), deflateSync(data)];
  });
  const body = Buffer.concat([header, ...parts]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

describe('a pack', () => {
  test('that was written is read back, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uint8Array({ maxLength: 5000 }), { maxLength: 20 }),
        async (contents) => {
          const objects = contents.map((content) => makeObject('blob', Buffer.from(content)));
          const unique = [...new Map(objects.map((object) => [object.oid, object])).values()];
          const pack = Buffer.concat(await writePack(unique, noPause));
          const read = await readPack(pack, everything, noPause);
          expect([...read].map(([oid, { data }]) => [oid, data.toString('hex')])).toEqual(
            unique.map(({ oid, data }) => [oid, data.toString('hex')]),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test('that was changed anywhere is read or refused, and never more than that', async () => {
    const objects = [makeTree([]), makeObject('blob', Buffer.from('text '.repeat(100)))];
    const whole = Buffer.concat(await writePack(objects, noPause)).subarray(0, -20);
    const changes = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat({ max: whole.length }), async (bytes, cut) => {
        const body = Buffer.from(whole.subarray(0, cut % 3 === 0 ? cut : whole.length));
        for (const [at, byte] of bytes) if (at < body.length) body[at] = byte;
        const pack = Buffer.concat([body, createHash('sha1').update(body).digest()]);
        const failure = await readPack(pack, everything, noPause).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure !== undefined) expect(failure).toBeInstanceOf(GitFailure);
      }),
      { numRuns: 500 },
    );
  });

  test('keeps only the types that are wanted', async () => {
    const objects = [makeObject('blob', Buffer.from('a')), makeTree([])];
    const read = await readPack(Buffer.concat(await writePack(objects, noPause)), new Set(['tree']), noPause);
    expect([...read.keys()]).toEqual([objects[1]?.oid]);
  });

  test.each([
    [
      'an object that is larger than it says',
      packOf({ type: 3, size: 3, data: Buffer.alloc(4) }),
      'GIT_BAD_RESPONSE',
    ],
    ['an object that is smaller', packOf({ type: 3, size: 5, data: Buffer.alloc(4) }), 'GIT_BAD_RESPONSE'],
    ['an object of a terabyte', packOf({ type: 3, size: 2 ** 40, data: Buffer.alloc(4) }), 'GIT_TOO_LARGE'],
    ['an unknown type', packOf({ type: 5, size: 4, data: Buffer.alloc(4) }), 'GIT_BAD_RESPONSE'],
    ['fewer objects than it says', withCount(packOf(), 3), 'GIT_BAD_RESPONSE'],
    [
      'a wrong checksum',
      withWrongSum(packOf({ type: 3, size: 4, data: Buffer.alloc(4) })),
      'GIT_BAD_RESPONSE',
    ],
  ])('with %s is refused', async (_name, pack, code) => {
    await expect(readPack(pack, everything, noPause)).rejects.toMatchObject({ code });
  });

  test('that unpacks to more than a push may read is refused on the way', async () => {
    const huge = { type: 3, size: 60 * 2 ** 20, data: Buffer.alloc(60 * 2 ** 20) };
    const pack = packOf(...Array.from({ length: 10 }, () => huge));
    expect(pack.length).toBeLessThan(1_000_000);
    await expect(readPack(pack, new Set(['tree']), noPause)).rejects.toMatchObject({ code: 'GIT_TOO_LARGE' });
    await expect(readPack(pack, everything, noPause)).rejects.toMatchObject({ code: 'GIT_TOO_LARGE' });
  });
});

function withWrongSum(pack: Buffer): Buffer {
  return Buffer.concat([pack.subarray(0, -20), Buffer.alloc(20)]);
}

function withCount(pack: Buffer, count: number): Buffer {
  const body = Buffer.from(pack.subarray(0, -20));
  body.writeUInt32BE(count, 8);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

describe('a pack of the git program', () => {
  let repository: string;
  const git = (args: string[], input = '') =>
    execFileSync('git', args, { cwd: repository, env: gitEnvironment, input, maxBuffer: 2 ** 28 });
  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'rollcall-pack-'));
    git(['init', '--quiet']);
    for (let edit = 0; edit < 12; edit++) {
      const lines = Array.from(
        { length: 200 },
        (_unused, line) => `line ${line} ${line === edit ? edit : ''}`,
      );
      for (const name of ['a', 'b', 'c'])
        writeFileSync(join(repository, `${name}.txt`), `${name}\n${lines.join('\n')}\n`);
      git(['add', '--all']);
      git(['commit', '--quiet', '-m', `edit ${edit}`]);
    }
    git(['tag', '-a', '-m', 'annotated', 'v1']);
  });
  afterAll(() => rmSync(repository, { recursive: true }));

  test.each([
    ['deltas by offset', ['--delta-base-offset']],
    ['deltas by id', []],
    ['whole objects', ['--window=0']],
  ])('with %s is read like cat-file reads it', async (_name, options) => {
    const pack = git([
      'pack-objects',
      '--stdout',
      '--quiet',
      '--all',
      '--revs',
      '--no-reuse-delta',
      ...options,
    ]);
    const read = await readPack(pack, everything, noPause);
    const listed = git(['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)'])
      .toString()
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith(' tag'));
    expect([...read].map(([oid, { type }]) => `${oid} ${type}`).sort()).toEqual(listed.sort());
    for (const [oid, { type, data }] of read) {
      expect(makeObject(type, data).oid).toBe(oid);
      if (type === 'tree') expect(makeTree(parseTree(data)).oid).toBe(oid);
    }
  });
});

describe('a delta', () => {
  const base = Buffer.from('0123456789');
  test('copies and inserts', () => {
    expect(applyDelta(base, Buffer.from([10, 6, 0x91, 2, 3, 3, 97, 98, 99]), 100).toString()).toBe('234abc');
  });

  test.each([
    ['for another base', [9, 1, 1, 97]],
    ['that copies beyond its base', [10, 4, 0x91, 8, 4]],
    ['that fills more than it says', [10, 1, 2, 97, 98]],
    ['that fills less', [10, 5, 1, 97]],
    ['that is larger than allowed', [10, 0xff, 0xff, 0x7f]],
    ['that ends in the middle', [10, 2, 0x91, 1]],
    ['with the reserved instruction', [10, 1, 0]],
    ['without end in its size', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])('%s is refused', (_name, bytes) => {
    expect(() => applyDelta(base, Buffer.from(bytes), 100)).toThrow();
  });
});
