import { sql } from 'kysely';
import type { JsonObject } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { ResourceStore } from './resource-store.js';
import { documentColumns, withoutAttributes } from './stored-document.js';

/** Resources of the types that an operator configured: one table, each row a document. */
export function configuredStore(model: ResourceTypeModel): ResourceStore {
  return {
    table: 'provisioned_resources',
    condition: sql`r.type = ${model.type.name}`,
    countedType: model.type.name,
    columns: sql`r.external_id, r.attributes`,
    toDocument: (row) => ({
      ...(row.external_id === null ? {} : { externalId: String(row.external_id) }),
      ...(row.attributes as JsonObject),
    }),
    toColumns: async (document) =>
      documentColumns(model, document, withoutAttributes(document, ['externalId'])),
    initialColumns: [['type', sql`${model.type.name}`]],
  };
}
