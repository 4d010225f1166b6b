import { sql } from 'kysely';
import { auditEntry } from '../../audit/record.js';
import type { Context } from '../../context.js';
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
 * it. Throws WORKSPACE_NOT_FOUND.
 */
export async function configureProvisioning(
  context: Context,
  input: ConfigureProvisioningInput,
): Promise<WorkspaceSettings> {
  const overrides = input.overrides ?? {};
  return context.database.transaction(async (connection) => {
    await requireSettings(context, connection, input.workspaceId);
    const stored = { profile: input.profile, overrides };
    await connection.rows(sql`
      update workspaces set provisioning = ${JSON.stringify(stored)}::jsonb,
        updated_at = ${context.now().toISOString()}
      where id = ${input.workspaceId}::uuid`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: input.workspaceId,
        action: 'workspace.provisioning_configured',
        subject: { type: 'workspace', id: input.workspaceId, name: null },
        changes: stored,
      }),
    );
    return readSettings(stored);
  });
}
