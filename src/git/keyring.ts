import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secret } from '../secret.js';

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The place a secret belongs to. It is sealed into the text, so that a text moved elsewhere cannot be opened. */
export interface SealedPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/**
 * Seals secrets for the database: AES-256-GCM, a fresh IV each time, `v1.<key id>.<iv>.<tag>.<text>`. The newest
 * key seals, all keys open, so that keys can be replaced one after the other.
 */
export class Keyring {
  constructor(private readonly keys: readonly { readonly id: string; readonly key: Secret }[]) {}

  /** Whether anything can be sealed at all. */
  get isEmpty(): boolean {
    return this.keys.length === 0;
  }

  /** The id of the key that seals now. */
  get currentKeyId(): string | undefined {
    return this.keys[0]?.id;
  }

  /** Seals a text for a place; there must be a key. */
  seal(text: string, place: SealedPlace): string {
    const [current] = this.keys;
    if (!current) throw new Error('the keyring is empty');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(current.key.reveal(), 'base64'), iv);
    cipher.setAAD(additionalData(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
    return [FORMAT, current.id, ...parts].join('.');
  }

  /** Opens a sealed text; undefined where no key fits, or the text was made for another place or changed. */
  open(sealed: string, place: SealedPlace): string | undefined {
    const [format, id, ...parts] = sealed.split('.');
    const key = this.keys.find((one) => one.id === id)?.key;
    const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (format !== FORMAT || !key || !text || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES)
      return undefined;
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key.reveal(), 'base64'), iv);
    decipher.setAAD(additionalData(place)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** Whether a sealed text was made with the key that seals now. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.currentKeyId;
  }
}

function additionalData({ table, row, column }: SealedPlace): Buffer {
  return Buffer.from([table, row, column].join('|'));
}
