import { sql } from 'kysely';
import { DomainError } from '../../errors.js';
import type { AttributeDocument, JsonObject, JsonValue } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { searchDocument } from '../filter/search-document.js';
import type { ColumnValue } from './resource-store.js';

const longestText = 400;

/** A document without the attributes that have columns of their own. */
export function withoutAttributes(document: AttributeDocument, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

/** The columns that every store has: the external id, the document and its search form. */
export function documentColumns(
  model: ResourceTypeModel,
  document: AttributeDocument,
  rest: JsonObject,
): readonly ColumnValue[] {
  return [
    ['external_id', sql`${indexedText('externalId', document.externalId)}`],
    ['attributes', sql`${JSON.stringify(rest)}::jsonb`],
    ['search', sql`${JSON.stringify(searchDocument(model, rest))}::jsonb`],
  ];
}

/** A text that an index covers, which bounds its length; null when unassigned. Throws VALUE_INVALID. */
export function indexedText(path: string, value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  if ([...value].length > longestText) {
    throw DomainError.of('VALUE_INVALID', { path, reason: `it is longer than ${longestText} characters.` });
  }
  return value;
}
