import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { GitObject, ObjectType } from './git-object.js';

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };

const MIN_CHUNK_BYTES = 64;
const MAX_CHUNK_BYTES = 64 * 1024;
/** What a window of 12 bits covers. */
const SMALL_BYTES = 4 * 1024;

/**
 * Writes objects as a pack (gitformat-pack). Whole objects and no deltas: a push carries what is new, and deltas
 * against what the remote has would need contents that are never fetched. The result comes in pieces of about 64 KB.
 */
export async function writePack(
  objects: readonly GitObject[],
  breathe: (done: number) => Promise<void> | undefined,
): Promise<Buffer[]> {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const digest = createHash('sha1');
  const chunks: Buffer[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = () => {
    const chunk = Buffer.concat(waiting);
    digest.update(chunk);
    chunks.push(chunk);
    waiting = [];
    waitingBytes = 0;
  };
  const add = (...parts: Buffer[]) => {
    waiting.push(...parts);
    for (const part of parts) waitingBytes += part.length;
    if (waitingBytes >= MAX_CHUNK_BYTES) flush();
  };

  add(header);
  for (const [index, { type, data }] of objects.entries()) {
    add(entryHeader(TYPE_NUMBERS[type], data.length), compress(data));
    await breathe(index + 1);
  }
  flush();
  return [...chunks, digest.digest()];
}

/**
 * By default zlib takes 256 KB of tables and 16 KB of output for each object, which for thousands of small ones is
 * most of the memory and time of a push. A window as large as the object finds the same repetitions.
 */
function compress(data: Buffer): Buffer {
  const chunkSize = Math.min(data.length + MIN_CHUNK_BYTES, MAX_CHUNK_BYTES);
  return deflateSync(
    data,
    data.length <= SMALL_BYTES ? { chunkSize, windowBits: 12, memLevel: 6 } : { chunkSize },
  );
}

/** Type and length in the pack's variable-length notation: four bits of length first, then seven at a time. */
function entryHeader(type: number, length: number): Buffer {
  const bytes: number[] = [];
  let current = (type << 4) | (length & 15);
  for (let rest = length >>> 4; rest > 0; rest >>>= 7) {
    bytes.push(current | 0x80);
    current = rest & 0x7f;
  }
  bytes.push(current);
  return Buffer.from(bytes);
}
