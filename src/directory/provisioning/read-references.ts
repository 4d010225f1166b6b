import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../database/database.js';
import { isUuid } from '../../uuid.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withMember,
} from '../attributes/attribute-document.js';
import { findAttribute, isExtensionPath } from '../attributes/attribute-path.js';
import { enterpriseUserSchema } from '../attributes/enterprise-user-schema.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { Projection } from './projection.js';
import type { StoredResource } from './provisioned-resource.js';

interface ReferenceRow {
  readonly kind: 'member' | 'group' | 'manager';
  readonly owner: string;
  readonly value: string;
  readonly display: string;
  readonly type: string;
}

const managerUrn = enterpriseUserSchema.id;

/**
 * The documents of resources together with what stands in other tables, in one statement for all of
 * them: the members of groups, the groups of users, the names of managers. Only what the projection asks
 * for is read; when that is nothing, no statement runs.
 */
export async function withReferences(
  connection: Connection,
  workspaceId: string,
  model: ResourceTypeModel,
  resources: readonly StoredResource[],
  projection: Projection,
): Promise<readonly AttributeDocument[]> {
  const queries = queriesOf(workspaceId, model, resources, projection);
  if (queries.length === 0) return resources.map(({ document }) => document);
  const rows = await connection.rows(
    sql<ReferenceRow>`${sql.join(queries, sql` union all `)} order by owner, value`,
  );
  const byOwner = new Map<string, ReferenceRow[]>();
  for (const row of rows) {
    const known = byOwner.get(row.owner);
    if (known) known.push(row);
    else byOwner.set(row.owner, [row]);
  }
  return resources.map((resource) => addReferences(resource, byOwner));
}

function queriesOf(
  workspaceId: string,
  model: ResourceTypeModel,
  resources: readonly StoredResource[],
  projection: Projection,
): readonly RawBuilder<unknown>[] {
  if (resources.length === 0) return [];
  const ids = sql`${resources.map(({ id }) => id)}::uuid[]`;
  if (model.type.name === 'Group')
    return includes(model, projection, 'members') ? memberQueries(workspaceId, ids) : [];
  if (model.type.name !== 'User') return [];
  const managers = [...new Set(resources.map(managerOf).filter((id) => id !== undefined && isUuid(id)))];
  return [
    ...(includes(model, projection, 'groups') ? [groupQuery(workspaceId, ids)] : []),
    ...(managers.length > 0 && includes(model, projection, `${managerUrn}:manager.displayName`)
      ? [managerQuery(workspaceId, managers as string[])]
      : []),
  ];
}

function memberQueries(workspaceId: string, ids: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  return [
    sql`select 'member' as kind, m.group_id as owner, m.user_id as value,
        coalesce(u.display_name, u.user_name) as display, 'User' as type
      from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId}::uuid and m.group_id = any(${ids})`,
    sql`select 'member', n.group_id, n.member_id, g.name, 'Group'
      from nested_groups n join groups g on g.id = n.member_id
      where n.workspace_id = ${workspaceId}::uuid and n.group_id = any(${ids})`,
  ];
}

function groupQuery(workspaceId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select 'group' as kind, m.user_id as owner, g.id as value, g.name as display, 'direct' as type
    from memberships m join groups g on g.id = m.group_id
    where m.workspace_id = ${workspaceId}::uuid and m.user_id = any(${ids}) and g.type = 'custom'`;
}

/** A manager's row is its own owner, since many users share one. */
function managerQuery(workspaceId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`select 'manager' as kind, u.id as owner, u.id as value,
      coalesce(u.display_name, u.user_name) as display, 'User' as type
    from users u where u.workspace_id = ${workspaceId}::uuid and u.id = any(${ids}::uuid[])`;
}

function includes(model: ResourceTypeModel, projection: Projection, name: string): boolean {
  const path = findAttribute(model, name);
  if (!path || isExtensionPath(path)) return false;
  return (
    projection.includes(path.attribute, path.extension) &&
    (!path.subAttribute || projection.includes(path.attribute, path.extension, path.subAttribute))
  );
}

function addReferences(
  resource: StoredResource,
  byOwner: ReadonlyMap<string, ReferenceRow[]>,
): AttributeDocument {
  const own = byOwner.get(resource.id) ?? [];
  const list = (kind: ReferenceRow['kind']): JsonObject[] =>
    own.filter((row) => row.kind === kind).map(({ value, display, type }) => ({ value, display, type }));
  const manager = byOwner.get(managerOf(resource) ?? '')?.find(({ kind }) => kind === 'manager');
  const document = withMember(
    withMember(resource.document, 'members', list('member')),
    'groups',
    list('group'),
  );
  return manager ? withManagerName(document, manager.display) : document;
}

function withManagerName(document: AttributeDocument, displayName: string): AttributeDocument {
  const extension = objectOf(document[managerUrn]);
  return {
    ...document,
    [managerUrn]: { ...extension, manager: { ...objectOf(extension.manager), displayName } },
  };
}

function managerOf({ document }: StoredResource): string | undefined {
  const { value } = objectOf(objectOf(document[managerUrn]).manager);
  return typeof value === 'string' ? value : undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
