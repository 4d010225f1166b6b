import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import { DomainError } from '../../errors.js';
import { isUuid } from '../../uuid.js';
import { mayEnter } from '../../workspace/require-workspace.js';
import type { ProvisioningSettings } from '../provisioning-settings.js';
import { inWorkspace } from './filter-targets.js';
import type { TypeInUse } from './find-type.js';
import type { StoredResource } from './provisioned-resource.js';
import { requireReach } from './require-reach.js';
import { type StoreRow, storedColumns, toStoredResource } from './resource-store.js';
import { readSettings } from './workspace-settings.js';

/** Which resource a request means, and which versions of it the client has seen; `*` is any. */
export interface ResourceReference {
  readonly workspaceId: string;
  readonly type: string;
  readonly id: string;
  readonly ifMatch?: readonly string[] | null | undefined;
}

/**
 * Locks the row of a resource that is about to change and gives it with the workspace's settings, in
 * one statement; `related` is one more column that the answer will need. The lock lets others refer to the row meanwhile (no key update), so that a member can be
 * added whose own resource is being edited. Throws FORBIDDEN, PROVISIONED_RESOURCE_NOT_FOUND and VERSION_MISMATCH.
 */
export async function lockResource(
  context: Context,
  connection: Connection,
  { model, store }: TypeInUse,
  reference: ResourceReference,
  related?: RawBuilder<unknown>,
): Promise<{ readonly stored: StoredResource; readonly settings: ProvisioningSettings }> {
  const { workspaceId, id, ifMatch } = reference;
  await requireReach(context, connection);
  const row =
    isUuid(id) && mayEnter(context, workspaceId)
      ? await connection.first(sql<StoreRow>`
          select ${storedColumns(store, related)}, w.provisioning
          from ${sql.table(store.table)} r join workspaces w on w.id = r.workspace_id
          where r.id = ${id}::uuid and ${inWorkspace(workspaceId)} and ${store.condition}
          for no key update of r`)
      : undefined;
  if (!row) throw DomainError.of('PROVISIONED_RESOURCE_NOT_FOUND', { type: model.type.name, id });
  const stored = toStoredResource(store, row);
  if (ifMatch && !ifMatch.includes('*') && !ifMatch.includes(String(stored.version))) {
    throw DomainError.of('VERSION_MISMATCH', { id });
  }
  return { stored, settings: readSettings(row.provisioning) };
}
