import { lowerCase } from '../../letter-case.js';
import type { Attribute } from './attribute.js';

/**
 * Text with case and Unicode composition removed. It works code point by code point, so that a part of
 * a text has the key that is that part of the text's key, which `co`, `sw` and `ew` rely on.
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text.normalize('NFC')) folded += lowerCase(character.toUpperCase());
  return folded.normalize('NFC');
}

/** What a text value of an attribute is compared by: itself when case counts, else its folded form. */
export function textKey(attribute: Attribute, text: string): string {
  return attribute.caseExact ? text : foldCase(text);
}
