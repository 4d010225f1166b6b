import { isJsonObject, type JsonValue } from './version-json.js';

/**
 * The one text of a JSON value: keys sorted by code unit, two spaces, LF, a final newline. Equal values give
 * equal bytes whatever the order in which their keys arrived.
 */
export function canonicalJson(value: JsonValue): string {
  return `${render(value, '\n')}\n`;
}

// Written by hand since JSON.stringify keeps insertion order and moves keys that look like numbers to the front.
function render(value: JsonValue | undefined, newline: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${newline}  `;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}: ${render(value[key], inner)}`);
    return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${newline}}`;
  }
  const items = value.map((item) => render(item, inner));
  return items.length === 0 ? '[]' : `[${inner}${items.join(`,${inner}`)}${newline}]`;
}
