import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.js';
import { findAttribute } from '../attributes/attribute-path.js';
import type { AttributeFilter } from '../filter/attribute-filter.js';
import { compileFilter } from '../filter/compile-filter.js';
import { filterInvalid, resolveFilter } from '../filter/resolve-filter.js';
import { presentResources } from './answer-resource.js';
import { filterTarget, inWorkspace } from './filter-targets.js';
import { findType, type TypeInUse } from './find-type.js';
import type {
  ListBounds,
  ListProvisionedResourcesInput,
  ProvisionedResourceList,
} from './list-provisioned-resources.js';
import { numberOfResources } from './number-of-resources.js';
import { resolveProjection } from './projection.js';
import type { ProvisionedResource } from './provisioned-resource.js';
import { relatedColumn } from './read-references.js';
import { type StoreRow, storedColumns, toStoredResource } from './resource-store.js';
import { orderBy, type SortKey, sortInvalid, sortKey } from './sort-key.js';

interface PageRow {
  readonly total: number;
  readonly type: string | null;
  readonly row: StoreRow | null;
}

/**
 * Resources of every type as one list. An attribute that a type does not have counts as one without a
 * value there (RFC 7644 §3.4.2.1); one that no type has is an error.
 */
export async function listAllTypes(
  context: Context,
  input: ListProvisionedResourcesInput,
  { offset, limit }: ListBounds,
): Promise<ProvisionedResourceList> {
  const types = [...context.resources.types.values()].map((model) => findType(context, model.type.name));
  for (const name of input.where ? namesIn(input.where) : []) {
    if (!types.some(({ model }) => findAttribute(model, name))) {
      throw filterInvalid(`no resource type has an attribute "${name}".`);
    }
  }
  const keys = sortKeys(types, input);
  const direction = input.orderBy?.direction;
  const projectionOf = (use: TypeInUse) => resolveProjection(use.model, input.projection);
  const order = orderBy(input.orderBy ? sql.ref('sort_key') : undefined, direction, 'id');
  // Without a filter nothing has to be counted, and no type is read beyond the end of the page.
  const end = input.where ? sql`` : sql`order by ${order} limit ${offset + limit}`;
  const matched = types.map((use, index) => sql`(${matchedOf(use, input, keys[index])} ${end})`);
  const total = input.where
    ? sql`(select count(*)::int from matched)`
    : numberOfResources(context, input.workspaceId, types);
  const rows = await context.database.rows(sql<PageRow>`
    with matched as (${sql.join(matched, sql` union all `)}),
    found as (select type, id, sort_key from matched order by ${order} limit ${limit} offset ${offset}),
    page as (select type, id, row_number() over (order by ${order}) as place from found)
    select total.total, page.type, case page.type ${sql.join(
      types.map((use) => rowOf(use, relatedColumn(use.model, input.workspaceId, projectionOf(use)))),
      sql` `,
    )} end as row
    from (select ${total} as total) total left join page on true order by page.place`);
  return { totalCount: rows[0]?.total ?? 0, items: await present(context, input, types, rows) };
}

/** The attributes that a filter names, those inside brackets apart. */
function namesIn(filter: AttributeFilter): readonly string[] {
  if (filter.and) return filter.and.flatMap(namesIn);
  if (filter.or) return filter.or.flatMap(namesIn);
  if (filter.not) return namesIn(filter.not);
  const name = filter.compare?.attribute ?? filter.element?.attribute ?? filter.present;
  return name ? [name] : [];
}

function matchedOf(
  { model, store }: TypeInUse,
  input: ListProvisionedResourcesInput,
  key: SortKey | undefined,
) {
  const target = filterTarget(model, input.workspaceId);
  const filter = input.where
    ? compileFilter(resolveFilter(model, input.where, 'noValue'), target)
    : sql`true`;
  return sql`select ${model.type.name}::text as type, r.id, ${key?.value ?? sql`null::text`} as sort_key
    from ${sql.table(store.table)} r
    where ${inWorkspace(input.workspaceId)} and ${store.condition} and (${filter})`;
}

/** A sort key for each type, all of one SQL type; null where a type lacks the attribute. */
function sortKeys(types: readonly TypeInUse[], input: ListProvisionedResourcesInput): readonly SortKey[] {
  const name = input.orderBy?.attribute;
  if (name === undefined) return types.map(() => ({ value: sql`null::text`, type: 'text' }));
  const keys = types.map(({ model }) => sortKey(model, filterTarget(model, input.workspaceId), name));
  const [first, ...others] = new Set(keys.flatMap((key) => (key ? [key.type] : [])));
  if (first === undefined) throw sortInvalid(`no resource type has an attribute "${name}".`);
  if (others.length > 0) throw sortInvalid(`"${name}" has different types in different resources.`);
  return keys.map((key) => key ?? { value: sql`null::${sql.raw(first)}`, type: first });
}

function rowOf({ model, store }: TypeInUse, related: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return sql`when ${model.type.name} then (
    select to_jsonb(stored) from (
      select ${storedColumns(store, related)} from ${sql.table(store.table)} r where r.id = page.id
    ) stored)`;
}

async function present(
  context: Context,
  input: ListProvisionedResourcesInput,
  types: readonly TypeInUse[],
  rows: readonly PageRow[],
): Promise<readonly ProvisionedResource[]> {
  const byId = new Map<string, ProvisionedResource>();
  for (const { model, store } of types) {
    const own = rows.flatMap(({ type, row }) =>
      type === model.type.name && row ? [toStoredResource(store, row)] : [],
    );
    if (own.length === 0) continue;
    const projection = resolveProjection(model, input.projection);
    for (const resource of await presentResources(
      context.database,
      input.workspaceId,
      model,
      own,
      projection,
    )) {
      byId.set(resource.id, resource);
    }
  }
  return rows.flatMap(({ row }) => byId.get(String(row?.id)) ?? []);
}
