import type { RawBuilder } from 'kysely';
import type { Connection } from '../../database/database.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { type Projection, type ProjectionInput, projectDocument, resolveProjection } from './projection.js';
import { type ProvisionedResource, type StoredResource, schemasOf } from './provisioned-resource.js';
import { relatedColumn, withReferences } from './read-references.js';

/** What an answer to a write carries. */
export interface AnswerInput {
  readonly projection?: ProjectionInput | null | undefined;
  /** The caller prints no attributes, so nothing is read for them. */
  readonly minimal?: boolean | null | undefined;
}

/** The result of a write. */
export interface ProvisioningResult {
  readonly resource: ProvisionedResource;
  /** False when the resource already was as the request wants it. */
  readonly changed: boolean;
  /** True when a create found an archived user and restored it. */
  readonly reactivated: boolean;
}

/** Stored resources as clients see them; one statement at most, for what stands in other tables. */
export async function presentResources(
  connection: Connection,
  workspaceId: string,
  model: ResourceTypeModel,
  resources: readonly StoredResource[],
  projection: Projection,
): Promise<readonly ProvisionedResource[]> {
  const documents = await withReferences(connection, workspaceId, model, resources, projection);
  return resources.map((stored, index) => ({
    ...headOf(model, stored),
    attributes: projectDocument(model, documents[index] ?? stored.document, projection),
  }));
}

/** The answer to a write: the resource as it is now, without attributes when the caller wants none. */
export async function answerWrite(
  connection: Connection,
  workspaceId: string,
  model: ResourceTypeModel,
  stored: StoredResource,
  input: AnswerInput,
  written: ReadonlySet<string>,
): Promise<ProvisionedResource> {
  if (input.minimal) return { ...headOf(model, stored), attributes: {} };
  const projection = resolveProjection(model, input.projection, written);
  const [resource] = await presentResources(connection, workspaceId, model, [stored], projection);
  return resource ?? { ...headOf(model, stored), attributes: {} };
}

/** The column that spares the answer to a write a statement, if there is one. */
export function relatedForAnswer(
  model: ResourceTypeModel,
  workspaceId: string,
  { minimal, projection }: AnswerInput,
): RawBuilder<unknown> | undefined {
  return minimal ? undefined : relatedColumn(model, workspaceId, resolveProjection(model, projection));
}

function headOf(model: ResourceTypeModel, stored: StoredResource): Omit<ProvisionedResource, 'attributes'> {
  return {
    id: stored.id,
    type: model.type.name,
    version: String(stored.version),
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    schemas: schemasOf(model, stored.document),
  };
}
