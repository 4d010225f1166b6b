import { type RawBuilder, sql } from 'kysely';
import { indexKey } from '../index-key.js';

/** The ids of the resources that have a key, by its index. */
export function keyLookUp(
  workspaceId: string,
  resourceType: string,
  attribute: string,
  key: string,
): RawBuilder<unknown> {
  return sql`select k.resource_id from attribute_keys k
    where k.workspace_id = ${workspaceId}::uuid and k.resource_type = ${resourceType}
      and k.attribute = ${attribute} and k.key = ${indexKey(key)}`;
}
