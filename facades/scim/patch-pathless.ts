import { isJsonObject, type JsonValue } from '../../src/directory/attributes/attribute-document.js';
import type { EditOperation } from '../../src/directory/edits/attribute-edit.js';
import { parseAttributePath } from './attribute-path.js';
import type { Dialect } from './dialect.js';
import { badRequest } from './errors.js';
import type { AttributeEdit } from './inputs.js';
import { isOwnMember } from './own-members.js';
import { edit, wholeSchemaEdits } from './patch-path.js';
import { type PatchPath, parsePath } from './path.js';
import { unknownAttribute } from './values.js';

/**
 * The edits of an operation without a path (RFC 7644 §3.5.2.1 and §3.5.2.3): one for each member of the value.
 * Keys may be paths (`name.givenName`, `emails[type eq "work"].value`), as Microsoft Entra ID sends them.
 */
export function pathlessEdits(operation: EditOperation, value: JsonValue, dialect: Dialect): AttributeEdit[] {
  const values =
    dialect.settings.flexibleValues && Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isJsonObject(values)) {
    throw badRequest('invalidValue', 'Without a "path", "value" must be an object of attributes.');
  }
  return Object.entries(values)
    .filter(([key]) => !isOwnMember(key))
    .flatMap(([key, part]) => memberEdits(operation, key, part ?? null, dialect))
    .map((each) => ({ ...each, fromPathless: true }));
}

function memberEdits(
  operation: EditOperation,
  key: string,
  value: JsonValue,
  dialect: Dialect,
): AttributeEdit[] {
  const { names, settings } = dialect;
  const schema = names.schema(key, settings.oldUrns);
  if (schema !== undefined) {
    // Null for an extension unassigns it (RFC 7643 §2.5); the core schema's attributes cannot all go.
    if (value === null && schema === names.model.core.id) return [];
    return wholeSchemaEdits(operation, schema, value, dialect);
  }
  const path = settings.pathlessPaths ? pathOf(key) : { attribute: key };
  const named = path && names.find(path.attribute, settings.oldUrns);
  if (named) return edit(operation, named, path, value, dialect);
  if (settings.unknownAttributes === 'ignore') return [];
  throw unknownAttribute(key);
}

/** A key as a path. Only a bracket shows that a path was meant; any other text is at worst an unknown name. */
const pathOf = (key: string): PatchPath | undefined =>
  key.includes('[') ? parsePath(key) : parseAttributePath(key);
