import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.js';
import { DomainError } from '../../errors.js';
import { mayEnter } from '../../workspace/require-workspace.js';
import type { AttributeFilter } from '../filter/attribute-filter.js';
import { compileFilter } from '../filter/compile-filter.js';
import { resolveFilter } from '../filter/resolve-filter.js';
import { presentResources } from './answer-resource.js';
import { filterTarget, inWorkspace } from './filter-targets.js';
import { findType, type TypeInUse } from './find-type.js';
import { listAllTypes } from './list-all-types.js';
import { numberOfResources } from './number-of-resources.js';
import { type ProjectionInput, resolveProjection } from './projection.js';
import type { ProvisionedResource } from './provisioned-resource.js';
import { relatedColumn } from './read-references.js';
import { requireReach } from './require-reach.js';
import { type ResourceStore, type StoreRow, storedColumns, toStoredResource } from './resource-store.js';
import { type OrderByInput, orderBy, sortInvalid, sortKey } from './sort-key.js';

const MAX_LIST_LIMIT = 1_000;

/** Which resources, in which order, and how many of them. */
export interface ListProvisionedResourcesInput {
  readonly workspaceId: string;
  /** Without a type, resources of every type. */
  readonly type?: string | null | undefined;
  readonly where?: AttributeFilter | null | undefined;
  readonly orderBy?: OrderByInput | null | undefined;
  /** How many resources to pass over. */
  readonly offset?: number | null | undefined;
  /** How many resources at most; 0 counts alone. */
  readonly limit?: number | null | undefined;
  readonly projection?: ProjectionInput | null | undefined;
}

/** A part of a list and the number of resources in the whole of it. */
export interface ProvisionedResourceList {
  readonly totalCount: number;
  readonly items: readonly ProvisionedResource[];
}

/** The bounds of a part of a list, checked. */
export interface ListBounds {
  readonly offset: number;
  readonly limit: number;
}

/**
 * The resources that meet a filter, in a total order: by the attribute asked for, then by id, which is
 * the order of creation. Three statements at most: the page, the count where the page does not tell it,
 * and what stands in other tables. Throws RESOURCE_TYPE_NOT_FOUND, FILTER_INVALID, SORT_INVALID,
 * VALIDATION_FAILED and WORKSPACE_NOT_FOUND.
 */
export async function listProvisionedResources(
  context: Context,
  input: ListProvisionedResourcesInput,
): Promise<ProvisionedResourceList> {
  if (!mayEnter(context, input.workspaceId))
    throw DomainError.of('WORKSPACE_NOT_FOUND', { id: input.workspaceId });
  await requireReach(context, context.database);
  const bounds = boundsOf(input);
  if (!input.type) return listAllTypes(context, input, bounds);
  const use = findType(context, input.type);
  const { model, store } = use;
  const { condition, order } = selectionOf(use, input);
  const total = input.where
    ? matchingRows(store, condition)
    : numberOfResources(context, input.workspaceId, [use]);
  const projection = resolveProjection(model, input.projection);
  const columns = storedColumns(store, relatedColumn(model, input.workspaceId, projection));
  const rows =
    bounds.limit === 0 ? [] : await readPage(context, { store, columns }, condition, order, bounds);
  const stored = rows.map((row) => toStoredResource(store, row));
  const isWhole = rows.length < bounds.limit && (rows.length > 0 || bounds.offset === 0);
  const totalCount = isWhole ? bounds.offset + rows.length : await count(context, total);
  const items = await presentResources(context.database, input.workspaceId, model, stored, projection);
  return { totalCount, items };
}

interface Selection {
  readonly condition: RawBuilder<unknown>;
  readonly order: {
    readonly key: RawBuilder<unknown> | undefined;
    readonly direction: OrderByInput['direction'];
  };
}

function selectionOf({ model, store }: TypeInUse, input: ListProvisionedResourcesInput): Selection {
  const target = filterTarget(model, input.workspaceId);
  const filter = input.where ? compileFilter(resolveFilter(model, input.where), target) : sql`true`;
  const key = input.orderBy ? sortKey(model, target, input.orderBy.attribute) : undefined;
  if (input.orderBy && !key)
    throw sortInvalid(`a ${model.type.name} has no attribute "${input.orderBy.attribute}".`);
  return {
    condition: sql`${inWorkspace(input.workspaceId)} and ${store.condition} and (${filter})`,
    order: { key: key?.value, direction: input.orderBy?.direction },
  };
}

/** Rows are found by id first, so that passing over many of them reads an index and not the documents. */
function readPage(
  context: Context,
  { store, columns }: { readonly store: ResourceStore; readonly columns: RawBuilder<unknown> },
  condition: RawBuilder<unknown>,
  { key, direction }: Selection['order'],
  { offset, limit }: ListBounds,
): Promise<StoreRow[]> {
  return context.database.rows(sql<StoreRow>`
    select ${columns}
    from (
      select r.id as page_id${key ? sql`, ${key} as sort_key` : sql``} from ${sql.table(store.table)} r
      where ${condition} order by ${orderBy(key && sql.ref('sort_key'), direction, 'r.id')}
      limit ${limit} offset ${offset}
    ) page join ${sql.table(store.table)} r on r.id = page.page_id
    order by ${orderBy(key && sql.ref('page.sort_key'), direction, 'r.id')}`);
}

function matchingRows(store: ResourceStore, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from ${sql.table(store.table)} r where ${condition})`;
}

async function count(context: Context, total: RawBuilder<number>): Promise<number> {
  const row = await context.database.first(sql<{ total: number }>`select ${total} as total`);
  return row?.total ?? 0;
}

function boundsOf({ offset, limit }: ListProvisionedResourcesInput): ListBounds {
  const bounds = { offset: offset ?? 0, limit: limit ?? 100 };
  const problems = [
    ...(bounds.offset < 0 ? [{ path: 'offset', message: 'must not be negative' }] : []),
    ...(bounds.limit < 0 || bounds.limit > MAX_LIST_LIMIT
      ? [{ path: 'limit', message: `must be from 0 to ${MAX_LIST_LIMIT}` }]
      : []),
  ];
  if (problems.length > 0) throw DomainError.of('VALIDATION_FAILED', { problems });
  return bounds;
}
