import { sql } from 'kysely';
import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import { DomainError } from '../../errors.js';
import { mayEnter } from '../../workspace/require-workspace.js';
import {
  type ProvisioningProfile,
  type ProvisioningSettings,
  resolveProvisioningSettings,
} from '../provisioning-settings.js';

interface StoredSettings {
  readonly profile?: ProvisioningProfile;
  readonly overrides?: Partial<ProvisioningSettings>;
}

/** The settings of a workspace, with the profile that they started from. */
export type WorkspaceSettings = ProvisioningSettings & { readonly profile: ProvisioningProfile };

/** The settings that a workspace's column holds; the standard profile when it holds none. */
export function readSettings(column: unknown): WorkspaceSettings {
  const { profile = 'standard', overrides = {} } = (column ?? {}) as StoredSettings;
  return { ...resolveProvisioningSettings(profile, overrides), profile };
}

/** The settings of a workspace, in one statement; null for one that is unknown or out of reach. */
export async function findSettings(
  context: Context,
  connection: Connection,
  workspaceId: string,
): Promise<WorkspaceSettings | null> {
  const row = mayEnter(context, workspaceId)
    ? await connection.first(sql<{ provisioning: unknown }>`
        select w.provisioning from workspaces w where w.id = ${workspaceId}::uuid`)
    : undefined;
  return row ? readSettings(row.provisioning) : null;
}

/** The settings of a workspace, in one statement; throws WORKSPACE_NOT_FOUND. */
export async function requireSettings(
  context: Context,
  connection: Connection,
  workspaceId: string,
): Promise<WorkspaceSettings> {
  const settings = await findSettings(context, connection, workspaceId);
  if (!settings) throw DomainError.of('WORKSPACE_NOT_FOUND', { id: workspaceId });
  return settings;
}
