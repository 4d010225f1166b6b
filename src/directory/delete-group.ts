import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import type { GroupRecord } from './group-record.js';
import { lockCustomGroup } from './lock-custom-group.js';
import { removeGroup } from './provisioning/remove-resource.js';

/**
 * Deletes a custom group with its rules and memberships, and gives what it was.
 * Throws GROUP_NOT_FOUND and ROLE_GROUP_IMMUTABLE.
 */
export function deleteGroup(context: Context, input: { readonly id: string }): Promise<GroupRecord> {
  return context.database.transaction(async (connection) => {
    const group = await lockCustomGroup(context, connection, input.id);
    await removeGroup(
      connection,
      { id: group.id, workspaceId: group.workspaceId, now: context.now().toISOString() },
      auditEntry(context, {
        workspaceId: group.workspaceId,
        action: 'group.deleted',
        subject: { type: 'group', id: group.id, name: group.name },
        changes: {},
      }),
    );
    return group;
  });
}
