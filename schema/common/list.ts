import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../src/context.js';
import type { OrderInput } from '../../src/database/order.js';
import type { ListInput, Page } from '../../src/database/page.js';
import { batched } from './batch.js';
import { type Connection, type PageArgs, toConnection } from './connection.js';
import { requestedOfConnection } from './requested-fields.js';

/** The arguments of a list: a page, and for most lists a condition and an order. */
export interface ListArgs<OrderField extends string> extends PageArgs {
  readonly where?: object | null | undefined;
  readonly orderBy?: OrderInput<OrderField> | null | undefined;
}

/** GraphQL field → the fields of the record that its resolver needs, where the names differ. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/** What a list operation is asked for: the arguments, and no field beyond those that the query names. */
export function toListInput<OrderField extends string>(
  args: ListArgs<OrderField>,
  info: GraphQLResolveInfo,
  needs: Needs = {},
): ListInput<OrderField> {
  const { first, after, last, before, where, orderBy } = args;
  const { fields, count } = requestedOfConnection(info);
  return {
    page: { first: first ?? null, after: after ?? null, last: last ?? null, before: before ?? null },
    where,
    orderBy,
    fields: withNeeds(fields, needs),
    count,
  };
}

/** The fields of a record that a query needs: those it names, and what the resolvers of others read. */
export function withNeeds(fields: ReadonlySet<string>, needs: Needs): ReadonlySet<string> {
  return new Set([...fields].flatMap((field) => needs[field] ?? [field]));
}

/** Resolves a list below a parent, together with the same list of every other parent in the same place. */
export async function batchedConnection<Parent extends { readonly id: string }, Node extends object>(
  context: Context,
  info: GraphQLResolveInfo,
  parent: Parent,
  load: (parents: readonly Parent[]) => Promise<ReadonlyMap<string, Page<Node>>>,
): Promise<Connection<Node>> {
  const page = await batched(context, info, parent, load);
  return toConnection(page as Page<Node>);
}

/** The ids of parents. */
export function idsOf(parents: readonly { readonly id: string }[]): string[] {
  return parents.map((parent) => parent.id);
}
