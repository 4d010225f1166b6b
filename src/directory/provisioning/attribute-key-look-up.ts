import { type RawBuilder, sql } from 'kysely';
import { indexKey } from '../index-key.js';

/** A condition on the id of `r` that the index of attribute keys answers. */
export function keyLookUp(
  workspaceId: string,
  resourceType: string,
  attribute: string,
  key: string,
): RawBuilder<unknown> {
  return sql`r.id in (select k.resource_id from attribute_keys k
    where k.workspace_id = ${workspaceId}::uuid and k.resource_type = ${resourceType}
      and k.attribute = ${attribute} and k.key = ${indexKey(key)})`;
}
