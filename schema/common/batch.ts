import DataLoader from 'dataloader';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/context.js';

type Loader = DataLoader<unknown, unknown>;

const loadersOf = new WeakMap<Context, Map<string, Loader>>();
const numbers = new WeakMap<FieldNode, number>();
let lastNumber = 0;

/**
 * Resolves one field of many parents together: `load` gets all parents whose field is asked for in the
 * same place of a query, and gives the results by parent id. The place fixes arguments and selection, so
 * all parents share them. Nothing is kept from one batch to the next: a mutation may lie between them.
 */
export function batched<Parent, Result>(
  context: Context,
  info: GraphQLResolveInfo,
  parent: Parent,
  load: (parents: readonly Parent[]) => Promise<ReadonlyMap<string, Result>>,
  idOf: (parent: Parent) => string = defaultId,
): Promise<Result | undefined> {
  const loaders = loadersOf.get(context) ?? new Map<string, Loader>();
  loadersOf.set(context, loaders);
  const place = `${info.parentType.name}.${info.fieldName}:${info.fieldNodes.map(numberOf).join()}`;
  let loader = loaders.get(place) as DataLoader<Parent, Result | undefined> | undefined;
  if (!loader) {
    loader = new DataLoader(
      async (parents) => {
        const results = await load(parents);
        return parents.map((one) => results.get(idOf(one)));
      },
      { cache: false },
    );
    loaders.set(place, loader as Loader);
  }
  return loader.load(parent);
}

function defaultId(parent: unknown): string {
  return typeof parent === 'string' ? parent : (parent as { readonly id: string }).id;
}

function numberOf(node: FieldNode): number {
  const known = numbers.get(node);
  if (known !== undefined) {
    return known;
  }
  lastNumber += 1;
  numbers.set(node, lastNumber);
  return lastNumber;
}
