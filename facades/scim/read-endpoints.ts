import { DomainError } from '../../src/errors.js';
import type { AttributeNames } from './attribute-names.js';
import type { Call, TypeCall } from './call.js';
import { matches, parseEntityTags } from './entity-tag.js';
import { parseFilter } from './filter.js';
import { toSchemaFilter, toSharedFilter } from './filter-dialect.js';
import { type ListRequest, parseListQuery, parseProjection, parseSearchBody } from './list.js';
import { renderList } from './list-rendering.js';
import { FacadeProjection, mergeProjections } from './projection.js';
import { resourceHeaders, type ScimReply } from './reply.js';
import { locationOf, renderResource } from './resource-rendering.js';

/** `GET /Users/{id}` (RFC 7644 §3.4.1). */
export async function readResource(call: TypeCall, id: string): Promise<ScimReply> {
  const { names, addresses, settings } = call;
  const type = names.model.type.name;
  const projection = new FacadeProjection(parseProjection(call.query), names, settings.oldUrns);
  const resource = await call.operations.get({
    workspaceId: call.workspaceId,
    type,
    id,
    projection: projection.forOperations,
  });
  if (!resource) throw DomainError.of('PROVISIONED_RESOURCE_NOT_FOUND', { type, id });
  const headers = resourceHeaders(resource.version, locationOf(addresses, type, resource.id));
  const known = parseEntityTags(call.headers['if-none-match']);
  if (known && matches(known, resource.version)) return { status: 304, headers };
  return { status: 200, headers, body: renderResource(resource, names, projection, addresses) };
}

/** `GET /Users` (RFC 7644 §3.4.2). */
export const listResources = async (call: TypeCall): Promise<ScimReply> =>
  list(call, parseListQuery(call.query));

/** `POST /Users/.search` (RFC 7644 §3.4.3). */
export const searchResources = async (call: TypeCall): Promise<ScimReply> =>
  list(call, parseSearchBody(await call.body()));

async function list(call: TypeCall, request: ListRequest): Promise<ScimReply> {
  const { names, settings, addresses } = call;
  const filter = request.filter === undefined ? undefined : parseFilter(request.filter, settings);
  const projection = new FacadeProjection(request.projection, names, settings.oldUrns);
  const { totalCount, items } = await call.operations.list({
    workspaceId: call.workspaceId,
    type: names.model.type.name,
    ...(filter ? { where: toSchemaFilter(filter, call) } : {}),
    ...(request.sort ? { orderBy: inSchemaWords(request.sort, call) } : {}),
    offset: request.startIndex - 1,
    limit: request.count,
    projection: projection.forOperations,
  });
  const resources = items.map((item) => renderResource(item, names, projection, addresses));
  return { status: 200, body: renderList(resources, totalCount, request.startIndex) };
}

const inSchemaWords = (sort: NonNullable<ListRequest['sort']>, { names, settings }: TypeCall) => ({
  ...sort,
  attribute: names.findPath(sort.attribute, settings.oldUrns)?.path ?? sort.attribute,
});

type NamesByType = ReadonlyMap<string, AttributeNames>;

/** `GET /`: resources of every type (RFC 7644 §3.4.2.1). */
export const listEverything = async (call: Call, types: NamesByType): Promise<ScimReply> =>
  listTypes(call, types, parseListQuery(call.query));

/** `POST /.search`: resources of every type. */
export const searchEverything = async (call: Call, types: NamesByType): Promise<ScimReply> =>
  listTypes(call, types, parseSearchBody(await call.body()));

async function listTypes(call: Call, types: NamesByType, request: ListRequest): Promise<ScimReply> {
  const { settings } = call;
  const all = [...types.values()];
  const projections = new Map(
    [...types].map(([type, names]) => [
      type,
      new FacadeProjection(request.projection, names, settings.oldUrns),
    ]),
  );
  const filter = request.filter === undefined ? undefined : parseFilter(request.filter, settings);
  const { totalCount, items } = await call.operations.list({
    workspaceId: call.workspaceId,
    type: null,
    ...(filter ? { where: toSharedFilter(filter, all, settings) } : {}),
    ...(request.sort ? { orderBy: sharedOrder(request.sort, all, settings) } : {}),
    offset: request.startIndex - 1,
    limit: request.count,
    projection: mergeProjections([...projections.values()]),
  });
  const resources = items.map((item) => {
    const [names, projection] = [types.get(item.type), projections.get(item.type)];
    if (!names || !projection) {
      throw new Error(`A resource of the type ${item.type}, which is not served, was listed.`);
    }
    return renderResource(item, names, projection, call.addresses);
  });
  return { status: 200, body: renderList(resources, totalCount, request.startIndex) };
}

/** The order of a search over several types; a name with several meanings stays for the domain to judge. */
function sharedOrder(
  sort: NonNullable<ListRequest['sort']>,
  types: readonly AttributeNames[],
  { oldUrns }: Call['settings'],
) {
  const paths = new Set(types.flatMap((names) => names.findPath(sort.attribute, oldUrns)?.path ?? []));
  const [path = sort.attribute] = paths.size === 1 ? paths : [];
  return { ...sort, attribute: path };
}
