import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../database/database.js';
import { onConstraint } from '../../database/driver-errors.js';
import { jsonRows } from '../../database/sql.js';
import { DomainError } from '../../errors.js';
import type { AttributeDocument } from '../attributes/attribute-document.js';
import type { TypeInUse } from './find-type.js';
import { type AttributeKey, attributeKeys } from './keyed-attributes.js';
import type { StoredResource } from './provisioned-resource.js';
import type { ColumnValue, ResourceStore } from './resource-store.js';

/** The row of a resource to be written: its document and the columns that hold it. */
export interface ResourceWrite {
  readonly workspaceId: string;
  readonly resource: StoredResource;
  readonly columns: readonly ColumnValue[];
}

/**
 * Inserts a resource with its keys, and runs `alongside` (the audit entry), in one statement, of which
 * nothing stays when it fails. Throws the error of a taken name and VALUE_TAKEN, which unique indexes
 * decide, and WORKSPACE_NOT_FOUND.
 */
export async function insertResource(
  connection: Connection,
  { model, store }: TypeInUse,
  write: ResourceWrite,
  alongside?: RawBuilder<unknown>,
): Promise<void> {
  const { resource, workspaceId } = write;
  const columns: readonly ColumnValue[] = [
    ['id', sql`${resource.id}::uuid`],
    ['workspace_id', sql`${workspaceId}::uuid`],
    ...store.initialColumns,
    ...write.columns,
    ['version', sql`${resource.version}`],
    ['created_at', sql`${resource.createdAt}::timestamptz`],
    ['updated_at', sql`${resource.updatedAt}::timestamptz`],
  ];
  const keys = attributeKeys(model, resource.document);
  const parts = [
    sql`inserted as (
      insert into ${sql.table(store.table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
      values (${sql.join(columns.map(([, value]) => value))})
      returning id
    )`,
    ...(keys.length > 0
      ? [sql`keyed as (${insertKeys(model.type.name, workspaceId, keys, sql`from inserted r`)})`]
      : []),
    ...(alongside ? [sql`alongside as (${alongside})`] : []),
  ];
  await onConstraint(
    {
      [`${store.table}_workspace_id_foreign`]: () =>
        DomainError.of('WORKSPACE_NOT_FOUND', { id: workspaceId }),
    },
    () =>
      refuseTakenName(store, resource.document, () =>
        refuseTakenKeys(keys, () => connection.rows(sql`with ${sql.join(parts)} select id from inserted`)),
      ),
  );
}

/** Writes a changed resource and the difference of its keys. Throws the error of a taken name, and VALUE_TAKEN. */
export async function updateResource(
  connection: Connection,
  { model, store }: TypeInUse,
  write: ResourceWrite,
  before: AttributeDocument,
  alongside: RawBuilder<unknown>,
): Promise<void> {
  const { resource, workspaceId } = write;
  const assignments = [
    ...write.columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql`version = ${resource.version}`,
    sql`updated_at = ${resource.updatedAt}::timestamptz`,
  ];
  const old = attributeKeys(model, before);
  const now = attributeKeys(model, resource.document);
  const gone = old.filter((key) => !now.some((other) => isSameKey(key, other)));
  const added = now.filter((key) => !old.some((other) => isSameKey(key, other)));
  await refuseTakenName(store, resource.document, () =>
    refuseTakenKeys(added, () =>
      connection.rows(sql`
          with updated as (
            update ${sql.table(store.table)} r set ${sql.join(assignments)}
            where r.id = ${resource.id}::uuid and r.workspace_id = ${workspaceId}::uuid
            returning r.id
          )${gone.length > 0 ? sql`, unkeyed as (${deleteKeys(workspaceId, resource.id, gone)})` : sql``}
          ${added.length > 0 ? sql`, keyed as (${insertKeys(model.type.name, workspaceId, added, sql`from updated r`)})` : sql``}
          ${alongside}`),
    ),
  );
}

function insertKeys(
  type: string,
  workspaceId: string,
  keys: readonly AttributeKey[],
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = keys.map(({ attribute, key, isUnique }) => ({
    attribute,
    key,
    unique_key: isUnique ? key : null,
  }));
  return sql`insert into attribute_keys (workspace_id, resource_type, attribute, key, resource_id, unique_key)
    select ${workspaceId}::uuid, ${type}, k.attribute, k.key, r.id, k.unique_key
    ${from}, jsonb_to_recordset(${jsonRows(rows)}) as k(attribute text, key text, unique_key text)
    on conflict on constraint attribute_keys_pkey do nothing`;
}

function deleteKeys(workspaceId: string, id: string, keys: readonly AttributeKey[]): RawBuilder<unknown> {
  const rows = keys.map(({ attribute, key }) => ({ attribute, key }));
  return sql`delete from attribute_keys old
    using jsonb_to_recordset(${jsonRows(rows)}) as k(attribute text, key text)
    where old.workspace_id = ${workspaceId}::uuid and old.resource_id = ${id}::uuid
      and old.attribute = k.attribute and old.key = k.key`;
}

function isSameKey(left: AttributeKey, right: AttributeKey): boolean {
  return left.attribute === right.attribute && left.key === right.key;
}

function refuseTakenName<Result>(
  { name }: ResourceStore,
  document: AttributeDocument,
  work: () => Promise<Result>,
): Promise<Result> {
  return name ? onConstraint({ [name.constraint]: () => name.taken(document) }, work) : work();
}

/** The constraint does not say which of several unique values is taken, so all of them are named. */
function refuseTakenKeys<Result>(
  keys: readonly AttributeKey[],
  work: () => Promise<Result>,
): Promise<Result> {
  const unique = keys.filter(({ isUnique }) => isUnique);
  return onConstraint(
    {
      attribute_keys_unique: () =>
        DomainError.of('VALUE_TAKEN', {
          path: unique.map(({ attribute }) => attribute).join('" or "'),
          value: unique.map(({ value }) => value).join('" or "'),
        }),
    },
    work,
  );
}
