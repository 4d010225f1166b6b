import { sql } from 'kysely';
import { changedFields } from '../../audit/changed-fields.js';
import { auditEntry } from '../../audit/record.js';
import type { Context } from '../../context.js';
import { lockWorkspace } from '../../workspace/lock-workspace.js';
import type { ProvisioningProfile, ProvisioningSettings } from '../provisioning-settings.js';
import { readSettings, requireSettings, type WorkspaceSettings } from './workspace-settings.js';

/** The profile of a workspace and the settings that differ from it. */
export interface ConfigureProvisioningInput {
  readonly workspaceId: string;
  readonly profile: ProvisioningProfile;
  readonly overrides?: Partial<ProvisioningSettings>;
}

/**
 * Sets how a workspace treats its provisioning clients: a profile, and single settings that differ from
 * it. What changes nothing writes nothing. Throws WORKSPACE_NOT_FOUND.
 */
export async function configureProvisioning(
  context: Context,
  input: ConfigureProvisioningInput,
): Promise<WorkspaceSettings> {
  const stored = { profile: input.profile, overrides: input.overrides ?? {} };
  return context.database.transaction(async (connection) => {
    const workspace = await lockWorkspace(context, connection, input.workspaceId);
    const current = await requireSettings(context, connection, workspace.id);
    const updated = readSettings(stored);
    const { changes, previous, none } = changedFields(current, updated);
    if (none) return current;
    await connection.rows(sql`
      update workspaces set provisioning = ${JSON.stringify(stored)}::jsonb,
        updated_at = ${context.now().toISOString()}
      where id = ${workspace.id}`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: workspace.id,
        action: 'workspace.provisioning_configured',
        subject: { type: 'workspace', id: workspace.id, name: workspace.name },
        changes,
        previous,
      }),
    );
    return updated;
  });
}
