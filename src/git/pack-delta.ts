import { badResponse } from './git-failure.js';

/** Applies a delta of a pack to its base (gitformat-pack, "Deltified representation"). */
export function applyDelta(base: Buffer, delta: Buffer, maxSize: number): Buffer {
  const reader = { at: 0 };
  if (readSize(delta, reader) !== base.length) throw damaged();
  const size = readSize(delta, reader);
  if (size > maxSize) throw damaged();
  const result = Buffer.alloc(size);
  let filled = 0;
  while (reader.at < delta.length) {
    const instruction = delta[reader.at++] as number;
    if (instruction === 0) throw damaged();
    const isCopy = (instruction & 0x80) !== 0;
    const source = isCopy ? base : delta;
    const offset = isCopy ? readBytes(delta, reader, instruction, 4) : reader.at;
    const length = isCopy ? readBytes(delta, reader, instruction >> 4, 3) || 0x10000 : instruction;
    if (offset + length > source.length || filled + length > size) throw damaged();
    source.copy(result, filled, offset, offset + length);
    filled += length;
    if (!isCopy) reader.at += length;
  }
  if (filled !== size) throw damaged();
  return result;
}

function readSize(delta: Buffer, reader: { at: number }): number {
  let size = 0;
  for (let factor = 1; factor < 2 ** 49; factor *= 128) {
    const byte = delta[reader.at++];
    if (byte === undefined) throw damaged();
    size += (byte & 0x7f) * factor;
    if (byte < 0x80) return size;
  }
  throw damaged();
}

/** Reads the bytes of a number that the low bits of `present` announce, lowest first. */
function readBytes(delta: Buffer, reader: { at: number }, present: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index++) {
    if ((present & (1 << index)) === 0) continue;
    const byte = delta[reader.at++];
    if (byte === undefined) throw damaged();
    value += byte * 256 ** index;
  }
  return value;
}

function damaged() {
  return badResponse('a delta of the pack is damaged.');
}
