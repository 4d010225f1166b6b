import { lowerCase } from '../letter-case.js';
import { foldCase } from './attributes/comparison-key.js';

/** Full-width, half-width and other compatibility widths (RFC 8265 §3.3.1 maps these alone). */
const WIDTH_VARIANTS = /[\u3000\uFF01-\uFFEE]/gu;

/**
 * The key by which two user names are the same: the UsernameCaseMapped profile of PRECIS
 * (RFC 8265 §3.3): width mapping, lower case, NFC. RFC 7644 §5 asks for it. The profile's refusal of
 * characters is left out, since providers send names with blanks in them.
 */
export function userNameKey(userName: string): string {
  return foldUserName(userName.trim());
}

/** A part of a user name as it stands in the key, for `contains` and the like. */
export function foldUserName(text: string): string {
  const narrow = text.replace(WIDTH_VARIANTS, (character) => character.normalize('NFKC'));
  return lowerCase(narrow).normalize('NFC');
}

/** The key by which display names are looked up and compared; many users may share one. */
export function displayNameKey(displayName: string | null): string | null {
  return displayName === null ? null : foldCase(displayName);
}
