import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../database/database.js';
import { type AttributeDocument, type JsonObject, withMember } from '../attributes/attribute-document.js';
import { attributeNamed, type ResourceTypeModel } from '../attributes/resource-model.js';
import type { Projection } from './projection.js';
import type { StoredResource } from './provisioned-resource.js';
import {
  type Referenced,
  referenceAttributes,
  referencedQueries,
  withReferenced,
} from './single-references.js';

/** What stands on the other side: a member of a group, a group of a user, or what a reference leads to. */
interface ReferenceRow extends Referenced {
  readonly owner: string;
  readonly value: string;
}

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
  const documents = resources.map(({ document }) => document);
  const relation = relationOf(model, projection);
  const references = referenceAttributes(model, projection);
  const ids = sql`${resources.map(({ id }) => id)}::uuid[]`;
  const relationQueries = relation && resources.length > 0 ? relation.queries(workspaceId, ids) : [];
  const queries = [
    ...relationQueries.map((query) => sql`select true as "isRelation", related.* from (${query}) related`),
    ...referencedQueries(workspaceId, references, documents).map(
      (query) => sql`select false, referenced.* from (${query}) referenced`,
    ),
  ];
  const rows =
    queries.length === 0
      ? []
      : await connection.rows(
          sql<
            ReferenceRow & { isRelation: boolean }
          >`${sql.join(queries, sql` union all `)} order by owner, value`,
        );
  const related = byOwner(rows.filter(({ isRelation }) => isRelation));
  const found = byOwner(rows.filter(({ isRelation }) => !isRelation));
  return resources.map(({ id, document }) => {
    const list: readonly JsonObject[] = (related.get(id) ?? []).map(({ value, display, type }) => ({
      value,
      display,
      type,
    }));
    return withReferenced(relation ? withMember(document, relation.name, list) : document, references, found);
  });
}

interface Relation {
  readonly name: string;
  readonly queries: (workspaceId: string, ids: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];
}

/** The relation of a type that has a table of its own, when the projection asks for it. */
function relationOf(model: ResourceTypeModel, projection: Projection): Relation | undefined {
  const relation: Relation | undefined = {
    User: { name: 'groups', queries: groupsOfUsers },
    Group: { name: 'members', queries: membersOfGroups },
  }[model.type.name];
  const attribute = relation && attributeNamed(model.core.attributes, relation.name);
  return attribute && projection.includes(attribute) ? relation : undefined;
}

function membersOfGroups(workspaceId: string, ids: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  return [
    sql`select m.group_id as owner, m.user_id as value, coalesce(u.display_name, u.user_name) as display, 'User' as type
      from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId}::uuid and m.group_id = any(${ids})`,
    sql`select n.group_id as owner, n.member_id as value, g.name as display, 'Group' as type
      from nested_groups n join groups g on g.id = n.member_id
      where n.workspace_id = ${workspaceId}::uuid and n.group_id = any(${ids})`,
  ];
}

function groupsOfUsers(workspaceId: string, ids: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  return [
    sql`select m.user_id as owner, g.id as value, g.name as display, 'direct' as type
      from memberships m join groups g on g.id = m.group_id
      where m.workspace_id = ${workspaceId}::uuid and m.user_id = any(${ids}) and g.type = 'custom'`,
  ];
}

function byOwner(rows: readonly ReferenceRow[]): ReadonlyMap<string, readonly ReferenceRow[]> {
  const groups = new Map<string, ReferenceRow[]>();
  for (const row of rows) {
    const known = groups.get(row.owner);
    if (known) known.push(row);
    else groups.set(row.owner, [row]);
  }
  return groups;
}
