import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/directory/attributes/attribute-document.js';
import type { EditOperation } from '../../src/directory/edits/attribute-edit.js';
import type { Dialect } from './dialect.js';
import { badRequest, ScimError } from './errors.js';
import type { AttributeEdit } from './inputs.js';
import { editAt } from './patch-path.js';
import { pathlessEdits } from './patch-pathless.js';
import { urns } from './urns.js';

/** The most operations of one PATCH. */
export const MAX_OPERATIONS = 1000;

const operations: ReadonlyMap<string, EditOperation> = new Map([
  ['add', 'ADD'],
  ['remove', 'REMOVE'],
  ['replace', 'REPLACE'],
]);

/**
 * The edits that a PATCH body asks for, in order (RFC 7644 §3.5.2): the envelope is checked and every dialect
 * is translated here; what an edit does to a resource is for the domain.
 */
export function parsePatch(body: JsonObject, dialect: Dialect): AttributeEdit[] {
  const envelope = anyCase(body, 'The body');
  const schemas = envelope.get('schemas');
  if (!Array.isArray(schemas) || !schemas.some(isPatchOp)) {
    throw badRequest('invalidSyntax', `"schemas" of a PATCH must hold "${urns.patchOp}".`);
  }
  const list = envelope.get('operations');
  if (!Array.isArray(list)) throw badRequest('invalidSyntax', '"Operations" must be an array.');
  if (list.length === 0 && !dialect.settings.emptyOperations) {
    throw badRequest('invalidSyntax', '"Operations" must hold at least one operation.');
  }
  if (list.length > MAX_OPERATIONS) {
    throw new ScimError(413, undefined, `"Operations" holds more than ${MAX_OPERATIONS} operations.`);
  }
  return list.flatMap((item, index) => {
    try {
      return parseOperation(item, dialect);
    } catch (error) {
      if (!(error instanceof ScimError)) throw error;
      throw new ScimError(error.status, error.scimType, `Operations[${index}]: ${error.message}`);
    }
  });
}

const isPatchOp = (urn: unknown): boolean =>
  typeof urn === 'string' && urn.toLowerCase() === urns.patchOp.toLowerCase();

/** The members of an object by lower-case name, since some clients write `operations`, `Path` and `Value`. */
function anyCase(object: JsonObject, what: string): Map<string, JsonValue | undefined> {
  const members = new Map<string, JsonValue | undefined>();
  for (const [name, value] of Object.entries(object)) {
    const key = name.toLowerCase();
    if (members.has(key)) throw badRequest('invalidSyntax', `${what} holds "${name}" twice.`);
    members.set(key, value);
  }
  return members;
}

function parseOperation(item: JsonValue, dialect: Dialect): AttributeEdit[] {
  if (!isJsonObject(item)) throw badRequest('invalidSyntax', 'An operation must be an object.');
  const members = anyCase(item, 'The operation');
  const op = members.get('op');
  const operation = typeof op === 'string' ? operations.get(op.toLowerCase()) : undefined;
  if (!operation) throw badRequest('invalidSyntax', '"op" must be "add", "remove" or "replace".');
  const path = members.get('path') ?? '';
  if (typeof path !== 'string') throw badRequest('invalidPath', '"path" must be a string.');
  const value = members.get('value') ?? null;
  if (operation !== 'REMOVE' && members.get('value') === undefined) {
    throw badRequest('invalidValue', `"${operation.toLowerCase()}" needs a "value".`);
  }
  if (path !== '') return editAt({ operation, path, value }, dialect);
  if (operation === 'REMOVE') throw badRequest('noTarget', '"remove" needs a "path".');
  return pathlessEdits(operation, value, dialect);
}
