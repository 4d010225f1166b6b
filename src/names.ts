import { DomainError } from './errors.js';

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Checks a name (1–255 printable code points after NFC and trimming) and gives it trimmed. */
export function parseName(name: string, path: string): string {
  const trimmed = name.normalize('NFC').trim();
  const length = [...trimmed].length;
  if (length === 0 || length > 255 || UNPRINTABLE.test(trimmed)) {
    throw DomainError.of('VALIDATION_FAILED', {
      problems: [{ path, message: 'must be 1 to 255 printable characters' }],
    });
  }
  return trimmed;
}
