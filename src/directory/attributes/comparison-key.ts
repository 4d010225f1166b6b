import type { Attribute } from './attribute.js';

const fullOrHalfWidth = /[\u3000\uff00-\uffef]/gu;

/**
 * Text with case and Unicode composition removed. It works code point by code point, so that a part of
 * a text has the key that is that part of the text's key, which `co`, `sw` and `ew` rely on.
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text.normalize('NFC')) folded += lower(character.toUpperCase());
  return folded.normalize('NFC');
}

/**
 * The key of a user name: width mapping, case mapping and NFC as the UsernameCaseMapped profile does
 * (RFC 8265 §3.3.1, asked for by RFC 7644 §5), without the profile's refusal of characters, since
 * providers send names with blanks in them.
 */
export function userNameKey(userName: string): string {
  const narrow = userName.replace(fullOrHalfWidth, (character) => character.normalize('NFKC'));
  return lower(narrow).normalize('NFC');
}

/** What a text value of an attribute is compared by: itself when case counts, else its folded form. */
export function textKey(attribute: Attribute, text: string): string {
  return attribute.caseExact ? text : foldCase(text);
}

/** Lower case without regard to neighbours: a capital sigma becomes σ at the end of a word, too. */
function lower(text: string): string {
  let result = '';
  for (const character of text) result += character.toLowerCase();
  return result;
}
