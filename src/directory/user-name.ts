/** Full-width, half-width and other compatibility widths (RFC 8265 §3.3.1 maps these alone). */
const WIDTH_VARIANTS = /[\u3000\uFF01-\uFFEE]/gu;

/**
 * The key by which two user names are the same: the UsernameCaseMapped profile of PRECIS
 * (RFC 8265 §3.3): width mapping, lower case, NFC. RFC 7644 §5 asks for it.
 */
export function userNameKey(userName: string): string {
  return userName
    .trim()
    .replace(WIDTH_VARIANTS, (character) => character.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFC');
}
