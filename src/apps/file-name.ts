import { createHash } from 'node:crypto';

const MAX_CODE_POINTS = 60;
const MAX_BYTES = 120;
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|clock|com\d|lpt\d)$/i;
const DIGEST_STEP = 8;

/** Whether Windows takes a name for a device, with or without an extension: no file can be called so there. */
export function isDeviceName(name: string): boolean {
  return RESERVED_ON_WINDOWS.test(name.replace(/\..*$/, ''));
}

/**
 * A name as a file system of any kind takes it: letters, marks and digits of any script, `_` and `-`. Nothing
 * that is left can be `.git`, `..`, an option, a control character or a device.
 */
export function safeFileName(name: string, fallback: string): string {
  const words = name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const slug = cut(words.replace(/^[-\p{M}]+/u, '')).replace(/-+$/, '') || fallback;
  return isDeviceName(slug) ? `${slug}_` : slug;
}

/**
 * A file name for every item, by the item's id. Names that some file system would take for the same one all get
 * a digest of their id, so that a name depends neither on the order of the items nor on chance.
 */
export function uniqueFileNames(
  items: readonly { readonly id: string; readonly name: string }[],
  fallback: string,
): ReadonlyMap<string, string> {
  const named = items.map(({ id, name }) => ({ id, slug: safeFileName(name, fallback), digits: 0 }));
  for (;;) {
    const byKey = Map.groupBy(named, (item) => foldedKey(fileNameOf(item)));
    const clashing = [...byKey.values()].filter((group) => group.length > 1).flat();
    if (clashing.length === 0) return new Map(named.map((item) => [item.id, fileNameOf(item)]));
    // Ends at the latest with the whole digest of every id, which no name of 60 characters can imitate.
    for (const item of clashing) item.digits += DIGEST_STEP;
  }
}

function fileNameOf(item: { id: string; slug: string; digits: number }): string {
  if (item.digits === 0) return item.slug;
  return `${item.slug}-${createHash('sha256').update(item.id).digest('hex').slice(0, item.digits)}`;
}

// Both directions of case mapping, since file systems fold one way or the other: "ß" is "SS", "ſ" is "S".
function foldedKey(fileName: string): string {
  return fileName.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

function cut(text: string): string {
  let bytes = 0;
  let result = '';
  for (const character of [...text].slice(0, MAX_CODE_POINTS)) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    result += character;
  }
  return result;
}
