import type { ResourceTypeModel } from './resource-model.js';

/** A function of a resource type that is computed once for each: the types never change after the start. */
export function oncePerType<Result>(
  compute: (model: ResourceTypeModel) => Result,
): (model: ResourceTypeModel) => Result {
  const known = new WeakMap<ResourceTypeModel, { readonly result: Result }>();
  return (model) => {
    const found = known.get(model) ?? { result: compute(model) };
    known.set(model, found);
    return found.result;
  };
}
