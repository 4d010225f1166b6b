import { sql } from 'kysely';
import type { Context } from '../../context.js';
import { isUuid } from '../../uuid.js';
import { mayEnter } from '../../workspace/require-workspace.js';
import { presentResources } from './answer-resource.js';
import { inWorkspace } from './filter-targets.js';
import { findType } from './find-type.js';
import { type ProjectionInput, resolveProjection } from './projection.js';
import type { ProvisionedResource } from './provisioned-resource.js';
import { relatedColumn } from './read-references.js';
import { requireReach } from './require-reach.js';
import { type StoreRow, storedColumns, toStoredResource } from './resource-store.js';

/** A resource to read. */
export interface GetProvisionedResourceInput {
  readonly workspaceId: string;
  readonly type: string;
  readonly id: string;
  readonly projection?: ProjectionInput | null | undefined;
}

/**
 * The resource of an id, or null; an id of another type or workspace answers like an unknown one. At
 * most two statements. Throws RESOURCE_TYPE_NOT_FOUND.
 */
export async function getProvisionedResource(
  context: Context,
  input: GetProvisionedResourceInput,
): Promise<ProvisionedResource | null> {
  const { model, store } = findType(context, input.type);
  if (!isUuid(input.id) || !mayEnter(context, input.workspaceId)) return null;
  await requireReach(context, context.database, { type: model.type.name, id: input.id });
  const projection = resolveProjection(model, input.projection);
  const row = await context.database.first(sql<StoreRow>`
    select ${storedColumns(store, relatedColumn(model, input.workspaceId, projection))} from ${sql.table(store.table)} r
    where r.id = ${input.id}::uuid and ${inWorkspace(input.workspaceId)} and ${store.condition}`);
  if (!row) return null;
  const [resource] = await presentResources(
    context.database,
    input.workspaceId,
    model,
    [toStoredResource(store, row)],
    projection,
  );
  return resource ?? null;
}
