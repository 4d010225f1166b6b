import { badResponse } from './git-failure.js';

const SIDEBAND_DATA = 1;
const SIDEBAND_FATAL = 3;

/** The packet that ends a section. */
export const FLUSH = Buffer.from('0000');

/** One line of the protocol with its length in front. */
export function pktLine(text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, '0')), data]);
}

/** Reads packets from a whole answer; a flush packet is null. What is cut off in the middle is an error. */
export class PacketReader {
  #at = 0;

  constructor(private readonly data: Buffer) {}

  /** Whether everything has been read. */
  get atEnd(): boolean {
    return this.#at >= this.data.length;
  }

  /** The next packet, or null for a flush. */
  next(): Buffer | null {
    const header = this.data.toString('latin1', this.#at, this.#at + 4);
    if (!/^[0-9a-f]{4}$/i.test(header)) throw badResponse('a packet is damaged or missing.');
    const length = Number.parseInt(header, 16);
    const start = this.#at + 4;
    if (length < 4) {
      this.#at = start;
      return null;
    }
    const end = this.#at + length;
    if (end > this.data.length) throw badResponse('the answer was cut off.');
    this.#at = end;
    return this.data.subarray(start, end);
  }

  /** The next packet as text without its line end, or null for a flush. */
  nextLine(): string | null {
    return this.next()?.toString('utf8').replace(/\n$/, '') ?? null;
  }

  /** The data of all packets up to the flush that ends a multiplexed section. Progress text is dropped. */
  restOfSideband(): Buffer {
    const parts: Buffer[] = [];
    while (!this.atEnd) {
      const packet = this.next();
      if (packet === null) return Buffer.concat(parts);
      if (packet[0] === SIDEBAND_FATAL) throw badResponse('it reported a failure of its own.');
      if (packet[0] === SIDEBAND_DATA) parts.push(packet.subarray(1));
    }
    throw badResponse('the answer was cut off.');
  }

  /** All that has not been read yet, as it is. */
  rest(): Buffer {
    const rest = this.data.subarray(this.#at);
    this.#at = this.data.length;
    return rest;
  }
}
