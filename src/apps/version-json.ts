import type { Problem } from '../errors.js';
import { problemPath } from '../problems.js';

/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** A JSON object; a key of it may be any text. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Deeper values are refused: no app needs them, and serialisers and databases recurse. */
const MAX_DEPTH = 100;

/** Whether a value is an object in JSON's sense: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Finds what could not be stored and read back unchanged: NUL characters and halves of surrogate pairs, which
 * PostgreSQL refuses, numbers beyond the range of a double, and nesting without end.
 */
export function findJsonProblems(value: unknown, root: readonly PropertyKey[]): Problem[] {
  const problems: Problem[] = [];
  const path = [...root];
  const report = (message: string) => problems.push({ path: problemPath(path), message });

  const walk = (node: unknown, depth: number): void => {
    if (typeof node === 'string') {
      const fault = faultOfText(node);
      if (fault) report(fault);
    } else if (typeof node === 'number') {
      if (!Number.isFinite(node)) report('must be a number that a double can hold');
    } else if (typeof node === 'object' && node !== null) {
      if (depth === MAX_DEPTH) {
        report(`is nested more than ${MAX_DEPTH} levels deep`);
        return;
      }
      walkEntries(node, depth);
    } else if (node !== null && node !== undefined && typeof node !== 'boolean') {
      report('must be a JSON value');
    }
  };

  const walkEntries = (node: object, depth: number): void => {
    if (Array.isArray(node)) {
      node.forEach((item, index) => {
        path.push(index);
        walk(item, depth + 1);
        path.pop();
      });
      return;
    }
    for (const key of Object.keys(node)) {
      const fault = faultOfText(key);
      if (fault) report(`has a key that ${fault}`);
      path.push(key);
      walk((node as Record<string, unknown>)[key], depth + 1);
      path.pop();
    }
  };

  walk(value, 0);
  return problems;
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair';
  return undefined;
}
