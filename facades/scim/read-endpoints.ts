import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import { DomainError } from '../../src/errors.js';
import type { AttributeNames } from './attribute-names.js';
import type { Call, TypeCall } from './call.js';
import { matches, parseEntityTags } from './entity-tag.js';
import { parseFilter } from './filter.js';
import { toSchemaFilter } from './filter-dialect.js';
import { type ListRequest, parseListQuery, parseProjection, parseSearchBody } from './list.js';
import { renderList } from './list-rendering.js';
import { FacadeProjection } from './projection.js';
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
  const { totalCount, items } = await call.operations.list({
    workspaceId: call.workspaceId,
    type: null,
    ...(request.filter === undefined ? {} : { where: parseFilter(request.filter, call.settings) }),
    ...(request.sort ? { orderBy: request.sort } : {}),
    offset: request.startIndex - 1,
    limit: request.count,
    projection: request.projection,
  });
  const rendering = new Map(
    [...types].map(([type, names]) => {
      const projection = new FacadeProjection(request.projection, names, call.settings.oldUrns);
      return [type, (item: ProvisionedResource) => renderResource(item, names, projection, call.addresses)];
    }),
  );
  const resources = items.map((item) => {
    const render = rendering.get(item.type);
    if (!render) throw new Error(`A resource of the type ${item.type}, which is not served, was listed.`);
    return render(item);
  });
  return { status: 200, body: renderList(resources, totalCount, request.startIndex) };
}
