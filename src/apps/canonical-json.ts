import { isJsonObject, type JsonValue } from './version-json.js';

/** Texts that stand in JSON as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * The one text of a JSON value: keys sorted by code unit, two spaces, LF, a final newline. Equal values give
 * equal bytes whatever the order in which their keys arrived.
 */
export function canonicalJson(value: JsonValue): string {
  return `${render(value, '\n')}\n`;
}

// Written by hand since JSON.stringify keeps insertion order and moves keys that look like numbers to the front;
// thousands of components go through here while other requests wait, so it builds its text without detours.
function render(value: JsonValue | undefined, newline: string): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${newline}  `;
  let text = '';
  if (isJsonObject(value)) {
    for (const key of Object.keys(value).sort()) {
      const child = value[key];
      if (child !== undefined)
        text += `${text === '' ? '' : ','}${inner}${quote(key)}: ${render(child, inner)}`;
    }
    return text === '' ? '{}' : `{${text}${newline}}`;
  }
  for (const item of value) text += `${text === '' ? '' : ','}${inner}${render(item, inner)}`;
  return text === '' ? '[]' : `[${text}${newline}]`;
}

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
