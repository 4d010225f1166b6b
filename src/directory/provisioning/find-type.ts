import type { Context } from '../../context.js';
import { DomainError } from '../../errors.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { type ResourceStore, storeOf } from './resource-store.js';

/** A resource type together with how it is kept. */
export interface TypeInUse {
  readonly model: ResourceTypeModel;
  readonly store: ResourceStore;
}

/** The resource type of a name in any letter case; throws RESOURCE_TYPE_NOT_FOUND. */
export function findType(context: Context, name: string): TypeInUse {
  const model = context.resources.types.get(name.toLowerCase());
  if (!model) throw DomainError.of('RESOURCE_TYPE_NOT_FOUND', { type: name });
  return { model, store: storeOf(model, context.resources.platformSchemaId) };
}
