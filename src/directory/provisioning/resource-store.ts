import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../database/sql.js';
import type { DomainError } from '../../errors.js';
import type { AttributeDocument } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { configuredStore } from './configured-store.js';
import { groupStore } from './group-store.js';
import type { StoredResource } from './provisioned-resource.js';
import { userStore } from './user-store.js';

/** A column and what is written into it. */
export type ColumnValue = readonly [column: string, value: RawBuilder<unknown>];

/** A row with the columns of its store, beside the common ones. */
export type StoreRow = Readonly<Record<string, unknown>>;

/** How a resource type is kept in its table; the row is aliased `r` in every statement. */
export interface ResourceStore {
  readonly table: 'users' | 'groups' | 'provisioned_resources';
  /** What a row must meet beyond its workspace to be a resource of the type. */
  readonly condition: RawBuilder<unknown>;
  /** The type by which the rows that meet the condition are counted; see `countedRows`. */
  readonly countedType: string;
  /** The columns that `toDocument` reads. */
  readonly columns: RawBuilder<unknown>;
  toDocument(row: StoreRow): AttributeDocument;
  /** The columns that hold a document; throws VALUE_INVALID for what a column cannot hold. */
  toColumns(document: AttributeDocument): Promise<readonly ColumnValue[]>;
  /** Columns of a new row that no attribute stands for. */
  readonly initialColumns: readonly ColumnValue[];
  /** The constraint that keeps the name of the resource unique, and the error when it is taken. */
  readonly name?: {
    readonly constraint: string;
    readonly taken: (document: AttributeDocument) => DomainError;
  };
}

/** The store of a resource type. */
export function storeOf(model: ResourceTypeModel, platformSchemaId: string): ResourceStore {
  switch (model.type.name) {
    case 'User':
      return userStore(model, platformSchemaId);
    case 'Group':
      return groupStore(model);
    default:
      return configuredStore(model);
  }
}

/** The columns of a stored resource in a table aliased `r`, and one more for what it is related to. */
export function storedColumns(store: ResourceStore, related?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`r.id, r.version, ${iso('r.created_at')} as "createdAt", ${iso('r.updated_at')} as "updatedAt",
    ${store.columns}${related ? sql`, ${related} as related` : sql``}`;
}

/** A row of `storedColumns` as the resource it holds. */
export function toStoredResource(store: ResourceStore, row: StoreRow): StoredResource {
  return {
    id: String(row.id),
    version: Number(row.version),
    createdAt: String(row.createdAt),
    updatedAt: String(row.updatedAt),
    document: store.toDocument(row),
    ...(Array.isArray(row.related) ? { related: row.related } : {}),
  };
}
