import type { Context } from '../../context.js';
import { findType } from './find-type.js';
import { lockResource, type ResourceReference } from './lock-resource.js';
import { removeConfigured, removeGroup, removeUser } from './remove-resource.js';
import { writeAudit } from './write-audit.js';

/**
 * Deletes a resource and every reference to it; its id is never given out again. Two statements. Throws
 * RESOURCE_TYPE_NOT_FOUND, PROVISIONED_RESOURCE_NOT_FOUND and VERSION_MISMATCH.
 */
export async function deleteProvisionedResource(
  context: Context,
  input: ResourceReference,
): Promise<{ readonly id: string }> {
  const use = findType(context, input.type);
  return context.database.transaction(async (connection) => {
    const { stored } = await lockResource(context, connection, use, input);
    const { id, workspaceId } = input;
    const audit = writeAudit(context, workspaceId, use.model, stored, { verb: 'deleted' });
    const removal = { id, workspaceId, now: context.now().toISOString() };
    if (use.store.table === 'users') await removeUser(connection, removal, audit);
    else if (use.store.table === 'groups') await removeGroup(connection, removal, audit);
    else await removeConfigured(connection, removal, audit);
    return { id };
  });
}
