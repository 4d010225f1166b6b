import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { badResponse, GitFailure } from './git-failure.js';
import { makeObject, type ObjectType } from './git-object.js';
import { applyDelta } from './pack-delta.js';

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob' };
const TAG = 4;
const OFS_DELTA = 6;
const REF_DELTA = 7;
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;
const MAX_INFLATED_BYTES = 512 * 1024 * 1024;
const MIN_CHUNK_BYTES = 64;
const MAX_CHUNK_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Git makes chains of at most 50 deltas unless told otherwise. */
const MAX_DELTA_ROUNDS = 64;

/** The contents of a pack that were asked for, by object id. */
export type PackContents = ReadonlyMap<string, { readonly type: ObjectType; readonly data: Buffer }>;

interface Entry {
  readonly type: number;
  readonly data: Buffer;
  /** Offset or id of the object that a delta is made against. */
  readonly base?: number | string;
  readonly next: number;
}

/** What zlib returns when asked for `info`; its published types leave that out. */
interface InflateInfo {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

interface Resolved {
  readonly type: ObjectType;
  /** Absent for contents that nobody asked for. */
  readonly data?: Buffer;
}

/**
 * Reads a pack as a fetch delivers it. Objects of types that are not wanted are inflated to find their end and
 * dropped at once, so that a repository's files never stand in memory together. Sizes are bounded: a pack of a
 * few megabytes can claim to hold terabytes.
 */
export async function readPack(
  pack: Buffer,
  wanted: ReadonlySet<ObjectType>,
  breathe: () => Promise<void> | undefined,
): Promise<PackContents> {
  const count = checkFrame(pack);
  const contents = new Map<string, { type: ObjectType; data: Buffer }>();
  const byOffset = new Map<number, Resolved>();
  const waiting: { offset: number; entry: Entry }[] = [];
  let inflated = 0;
  let kept = 0;

  const keep = (offset: number, type: ObjectType, data: Buffer | undefined) => {
    if (data === undefined || !wanted.has(type)) {
      byOffset.set(offset, { type });
      return;
    }
    kept += data.length;
    if (kept > MAX_KEPT_BYTES) throw tooLarge();
    byOffset.set(offset, { type, data });
    contents.set(makeObject(type, data).oid, { type, data });
  };
  const resolve = (offset: number, entry: Entry): boolean => {
    const base =
      typeof entry.base === 'string' ? contents.get(entry.base) : byOffset.get(entry.base as number);
    if (!base) return false;
    keep(offset, base.type, base.data && applyDelta(base.data, entry.data, MAX_OBJECT_BYTES));
    return true;
  };

  let offset = 12;
  for (let index = 0; index < count; index++) {
    const entry = readEntry(pack, offset);
    inflated += entry.data.length;
    if (inflated > MAX_INFLATED_BYTES) throw tooLarge();
    const type = TYPES[entry.type];
    if (type) keep(offset, type, entry.data);
    else if (entry.type !== TAG && !resolve(offset, entry)) waiting.push({ offset, entry });
    offset = entry.next;
    await breathe();
  }
  await resolveWaiting(waiting, resolve, breathe);
  return contents;
}

/** A delta may stand before its base; what is still without one is a delta of something not wanted. */
async function resolveWaiting(
  waiting: { offset: number; entry: Entry }[],
  resolve: (offset: number, entry: Entry) => boolean,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  let left = waiting;
  for (let round = 0; round < MAX_DELTA_ROUNDS && left.length > 0; round++) {
    left = left.filter(({ offset, entry }) => !resolve(offset, entry));
    await breathe();
  }
}

function checkFrame(pack: Buffer): number {
  const isPack = pack.length >= 32 && pack.toString('latin1', 0, 4) === 'PACK' && pack.readUInt32BE(4) === 2;
  if (!isPack) throw badResponse('it sent no pack.');
  const end = pack.length - 20;
  if (!createHash('sha1').update(pack.subarray(0, end)).digest().equals(pack.subarray(end))) {
    throw badResponse('the pack is damaged.');
  }
  return pack.readUInt32BE(8);
}

function readEntry(pack: Buffer, start: number): Entry {
  let at = start;
  let byte = byteAt(pack, at++);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = byteAt(pack, at++);
    size += (byte & 0x7f) * factor;
    if (size > MAX_OBJECT_BYTES) throw tooLarge();
  }
  let base: number | string | undefined;
  if (type === OFS_DELTA) {
    byte = byteAt(pack, at++);
    let distance = byte & 0x7f;
    while (byte & 0x80) {
      byte = byteAt(pack, at++);
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
    base = start - distance;
  } else if (type === REF_DELTA) {
    base = pack.toString('hex', at, at + 20);
    at += 20;
  } else if (!TYPES[type] && type !== TAG) {
    throw badResponse('the pack is damaged.');
  }
  const { data, length } = inflate(pack.subarray(at, pack.length - 20), size);
  return { type, data, ...(base === undefined ? {} : { base }), next: at + length };
}

function inflate(input: Buffer, size: number): { data: Buffer; length: number } {
  try {
    // With `info` zlib also returns its engine, which alone knows where the compressed data ended. The result is
    // a view of one chunk, so a chunk larger than the object would be held in memory for as long as the object.
    const { buffer, engine } = inflateSync(input, {
      info: true,
      maxOutputLength: Math.max(size, 1),
      chunkSize: Math.min(Math.max(size, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES),
    }) as unknown as InflateInfo;
    if (buffer.length === size) return { data: buffer, length: engine.bytesWritten };
  } catch (error) {
    throw badResponse('the pack is damaged.', error);
  }
  throw badResponse('the pack is damaged.');
}

function byteAt(pack: Buffer, at: number): number {
  const byte = pack[at];
  if (byte === undefined) throw badResponse('the pack was cut off.');
  return byte;
}

function tooLarge() {
  return GitFailure.of('GIT_TOO_LARGE', { reason: 'the repository is larger than a push may read.' });
}
