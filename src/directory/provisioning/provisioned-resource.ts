import { type AttributeDocument, isJsonObject, type JsonObject } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';

/** A resource as provisioning clients see it. */
export interface ProvisionedResource {
  readonly id: string;
  /** The name of the resource type. */
  readonly type: string;
  /** The opaque text of the entity tag; it moves with every real change. */
  readonly version: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The URNs of the schemas that the resource has returnable data of. */
  readonly schemas: readonly string[];
  /** The attributes that the projection asks for. */
  readonly attributes: JsonObject;
}

/** A resource as it is stored: everything, also what is never returned; without references to others. */
export interface StoredResource {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly document: AttributeDocument;
  /** The groups of a user or the members of a group, when they are known already. */
  readonly related?: readonly JsonObject[];
}

/** The core schema and every extension of which the document holds something that may be returned. */
export function schemasOf(model: ResourceTypeModel, document: AttributeDocument): readonly string[] {
  const used = model.extensions.filter(({ schema }) => {
    const extension = document[schema.id];
    return (
      isJsonObject(extension) &&
      schema.attributes.some(
        ({ name, returned, mutability }) =>
          returned !== 'never' && mutability !== 'writeOnly' && extension[name] !== undefined,
      )
    );
  });
  return [model.core.id, ...used.map(({ schema }) => schema.id)];
}
