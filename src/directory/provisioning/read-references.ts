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
  /** The resource that the row belongs to; null when only one was asked about. */
  readonly owner: string | null;
  readonly value: string;
}

/** Rows of references carry a type with this mark, which tells them from rows of the relation. */
const referenceMark = '@';

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
  const relation = relationOf(model, projection);
  const references = referenceAttributes(model, projection);
  const isRead = resources.every(({ related }) => related !== undefined);
  const queries = [
    ...(relation && !isRead ? relation.queries(workspaceId, ownersOf(resources)) : []),
    ...referencedQueries(
      workspaceId,
      references,
      resources.map(({ document }) => document),
    ).map(
      (query) => sql`select referenced.owner, referenced.value, referenced.display,
        ${referenceMark} || referenced.type as type from (${query}) referenced`,
    ),
  ];
  const rows =
    queries.length === 0
      ? []
      : await connection.rows(
          sql<ReferenceRow>`${sql.join(
            queries.map((query) => sql`(${query})`),
            sql` union all `,
          )}`,
        );
  const only = resources.length === 1 ? resources[0]?.id : undefined;
  const { related, found } = sortOut(rows, only);
  return resources.map(({ id, document, related: known }) => {
    const complete = relation ? withMember(document, relation.name, known ?? related.get(id)) : document;
    return withReferenced(complete, references, found);
  });
}

/**
 * A column with the groups of the user `r`, which spares a statement; undefined when the projection does
 * not ask for them. Members of a group have no such column: there may be many, and rows are faster then.
 */
export function relatedColumn(
  model: ResourceTypeModel,
  workspaceId: string,
  projection: Projection,
): RawBuilder<unknown> | undefined {
  if (relationOf(model, projection)?.name !== 'groups') return undefined;
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name, 'type', 'direct')
      order by g.id), '[]'::jsonb)
    from memberships m join groups g on g.id = m.group_id
    where m.workspace_id = ${workspaceId}::uuid and m.user_id = r.id and g.type = 'custom')`;
}

/** Rows by the resource they belong to: those of the relation as they are shown, and what references lead to. */
function sortOut(rows: readonly ReferenceRow[], only: string | undefined) {
  const related = new Map<string, JsonObject[]>();
  const found = new Map<string, Referenced[]>();
  for (const { owner, value, display, type } of rows) {
    if (type.startsWith(referenceMark)) {
      append(found, value, { type: type.slice(referenceMark.length), display });
    } else {
      append(related, owner ?? only ?? '', { value, display, type });
    }
  }
  // Each query comes in order; sorting what is sorted already costs next to nothing, and makes sure.
  for (const list of related.values()) list.sort(byValue);
  return { related, found };
}

function byValue(left: JsonObject, right: JsonObject): number {
  return String(left.value) < String(right.value) ? -1 : 1;
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

/** Which resources a relation is read for. A single one needs no column that says so, which halves the rows. */
interface Owners {
  readonly column: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
}

function ownersOf(resources: readonly StoredResource[]): Owners {
  const [first, ...others] = resources;
  if (first && others.length === 0) {
    return {
      column: () => sql`null::uuid`,
      condition: (column) => sql`${column} = ${first.id}::uuid`,
    };
  }
  const ids = resources.map(({ id }) => id);
  return { column: (column) => column, condition: (column) => sql`${column} = any(${ids}::uuid[])` };
}

interface Relation {
  readonly name: string;
  readonly queries: (workspaceId: string, owners: Owners) => readonly RawBuilder<unknown>[];
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

function membersOfGroups(workspaceId: string, owners: Owners): readonly RawBuilder<unknown>[] {
  const [ofUser, ofGroup] = [sql.ref('m.group_id'), sql.ref('n.group_id')];
  return [
    sql`select ${owners.column(ofUser)} as owner, m.user_id as value,
        coalesce(nullif(u.display_name, ''), u.user_name) as display, 'User' as type
      from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId}::uuid and ${owners.condition(ofUser)}
      order by m.group_id, m.user_id`,
    sql`select ${owners.column(ofGroup)} as owner, n.member_id as value, g.name as display, 'Group' as type
      from nested_groups n join groups g on g.id = n.member_id
      where n.workspace_id = ${workspaceId}::uuid and ${owners.condition(ofGroup)}`,
  ];
}

function groupsOfUsers(workspaceId: string, owners: Owners): readonly RawBuilder<unknown>[] {
  const owner = sql.ref('m.user_id');
  return [
    sql`select ${owners.column(owner)} as owner, g.id as value, g.name as display, 'direct' as type
      from memberships m join groups g on g.id = m.group_id
      where m.workspace_id = ${workspaceId}::uuid and ${owners.condition(owner)} and g.type = 'custom'`,
  ];
}
