import { sql } from 'kysely';
import { auditEntry } from '../../audit/record.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../errors.js';
import {
  type ProvisioningProfile,
  type ProvisioningSettings,
  provisioningProfiles,
} from '../provisioning-settings.js';
import { readSettings, requireSettings } from './workspace-settings.js';

/** The profile of a workspace and the settings that differ from it. */
export interface ConfigureProvisioningInput {
  readonly workspaceId: string;
  readonly profile: ProvisioningProfile;
  readonly overrides?: Partial<ProvisioningSettings> | null | undefined;
}

/**
 * Sets how a workspace treats its provisioning clients: a profile, and single settings that differ from
 * it. Throws WORKSPACE_NOT_FOUND and VALIDATION_FAILED.
 */
export async function configureProvisioning(
  context: Context,
  input: ConfigureProvisioningInput,
): Promise<ProvisioningSettings> {
  const overrides = input.overrides ?? {};
  checkOverrides(overrides);
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

const words: Readonly<Partial<Record<keyof ProvisioningSettings, readonly string[]>>> = {
  unknownAttributes: ['ignore', 'refuse'],
  unknownSchemas: ['ignore', 'refuse'],
  unknownPaths: ['ignore', 'refuse'],
  discoveryFilter: ['ignore', 'refuse'],
  groupPatchReply: ['resource', 'noContent'],
  missingTargets: ['ignore', 'refuse', 'refuseMembers'],
  unknownMembers: ['refuse', 'skip'],
};

function checkOverrides(overrides: Partial<ProvisioningSettings>): void {
  const problems = Object.entries(overrides).flatMap(([name, value]) => {
    if (!Object.hasOwn(provisioningProfiles.standard, name)) {
      return [{ path: `overrides.${name}`, message: 'is not a provisioning setting' }];
    }
    const allowed = words[name as keyof ProvisioningSettings];
    const isValid = allowed ? allowed.includes(String(value)) : typeof value === 'boolean';
    const message = `must be ${allowed ? `one of ${allowed.join(', ')}` : 'true or false'}`;
    return isValid ? [] : [{ path: `overrides.${name}`, message }];
  });
  if (problems.length > 0) throw DomainError.of('VALIDATION_FAILED', { problems });
}
