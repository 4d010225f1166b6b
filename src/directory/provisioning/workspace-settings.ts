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

/** The settings that a workspace's column holds; the standard profile when it holds none. */
export function readSettings(column: unknown): ProvisioningSettings {
  const { profile = 'standard', overrides = {} } = (column ?? {}) as StoredSettings;
  return resolveProvisioningSettings(profile, overrides);
}

/** The settings of a workspace, in one statement; throws WORKSPACE_NOT_FOUND. */
export async function requireSettings(
  context: Context,
  connection: Connection,
  workspaceId: string,
): Promise<ProvisioningSettings> {
  const row = mayEnter(context, workspaceId)
    ? await connection.first(sql<{ provisioning: unknown }>`
        select w.provisioning from workspaces w where w.id = ${workspaceId}::uuid`)
    : undefined;
  if (!row) throw DomainError.of('WORKSPACE_NOT_FOUND', { id: workspaceId });
  return readSettings(row.provisioning);
}
