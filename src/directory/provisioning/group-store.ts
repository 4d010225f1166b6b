import { sql } from 'kysely';
import { DomainError } from '../../errors.js';
import type { AttributeDocument, JsonObject } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { flagColumns, permissionFlags } from '../group.entity.js';
import { groupNameKey, isRoleName } from '../group-name.js';
import type { ColumnValue, ResourceStore } from './resource-store.js';
import { documentColumns, withoutAttributes } from './stored-document.js';

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Custom groups; role groups are no provisioned resources. Members are kept in tables of their own. */
export function groupStore(model: ResourceTypeModel): ResourceStore {
  return {
    table: 'groups',
    condition: sql`r.type = 'custom'`,
    countedType: 'custom',
    columns: sql`r.name, r.external_id, r.attributes`,
    toDocument: (row) => ({
      displayName: String(row.name),
      ...(row.external_id === null ? {} : { externalId: String(row.external_id) }),
      ...(row.attributes as JsonObject),
    }),
    toColumns: async (document) => toColumns(model, document),
    initialColumns: [
      ['type', sql`'custom'`],
      ['disabled', sql`false`],
      ...permissionFlags.map((flag) => [flagColumns[flag], sql`false`] as const),
    ],
    name: {
      constraint: 'groups_name_unique',
      taken: (document) => DomainError.of('GROUP_NAME_TAKEN', { name: String(document.displayName) }),
    },
  };
}

function toColumns(model: ResourceTypeModel, document: AttributeDocument): readonly ColumnValue[] {
  const name = nameOf(document);
  return [
    ['name', sql`${name}`],
    ['name_key', sql`${groupNameKey(name)}`],
    ...documentColumns(
      model,
      document,
      withoutAttributes(document, ['displayName', 'externalId', 'members']),
    ),
  ];
}

/** The domain's own rule for names, yet the name stays as sent: neither trimmed nor composed. */
function nameOf(document: AttributeDocument): string {
  const name = String(document.displayName);
  const length = [...name].length;
  if (length > 255 || unprintable.test(name) || groupNameKey(name) === '') {
    throw invalid('it must be 1 to 255 printable characters.');
  }
  if (isRoleName(name)) throw invalid(`"${name}" is the name of a role.`);
  return name;
}

function invalid(reason: string): DomainError {
  return DomainError.of('VALUE_INVALID', { path: 'displayName', reason });
}
