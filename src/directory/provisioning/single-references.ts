import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../uuid.js';
import type { Attribute } from '../attributes/attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../attributes/attribute-document.js';
import { isComputedReference } from '../attributes/normalise-value.js';
import { oncePerType } from '../attributes/once-per-type.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { Projection } from './projection.js';

/** An attribute whose values name other resources by id, such as `manager`. */
interface ReferenceAttribute {
  readonly extension?: string;
  readonly attribute: Attribute;
  /** The names of the resource types it may lead to. */
  readonly types: readonly string[];
}

/** A resource that a reference leads to. */
export interface Referenced {
  readonly type: string;
  readonly display: string | null;
}

/** The attributes that refer to resources and that the projection asks for; relations in tables of their own apart. */
export function referenceAttributes(
  model: ResourceTypeModel,
  projection: Projection,
): readonly ReferenceAttribute[] {
  return allReferenceAttributes(model).filter(({ attribute, extension }) =>
    projection.includes(attribute, extension),
  );
}

const allReferenceAttributes = oncePerType((model): readonly ReferenceAttribute[] => {
  const all: readonly Omit<ReferenceAttribute, 'types'>[] = [
    ...model.core.attributes.map((attribute) => ({ attribute })),
    ...model.extensions.flatMap(({ schema }) =>
      schema.attributes.map((attribute) => ({ extension: schema.id, attribute })),
    ),
  ];
  return all.flatMap((found) => {
    const { attribute, extension } = found;
    const isRelation =
      !extension && ['User.groups', 'Group.members'].includes(`${model.type.name}.${attribute.name}`);
    const reference = attribute.subAttributes?.find((part) => isComputedReference(attribute, part));
    const types = (reference?.referenceTypes ?? []).filter((type) => !['external', 'uri'].includes(type));
    return isRelation || types.length === 0 ? [] : [{ ...found, types }];
  });
});

/** The queries that find what the references of documents lead to; none when there are no references. */
export function referencedQueries(
  workspaceId: string,
  attributes: readonly ReferenceAttribute[],
  documents: readonly AttributeDocument[],
): readonly RawBuilder<unknown>[] {
  const wanted = new Map<string, Set<string>>();
  for (const reference of attributes) {
    for (const id of documents.flatMap((document) => idsIn(reference, document)).filter(isUuid)) {
      for (const type of reference.types) wanted.set(type, (wanted.get(type) ?? new Set<string>()).add(id));
    }
  }
  return [...wanted].map(([type, ids]) => referencedQuery(workspaceId, type, [...ids]));
}

/**
 * A document in which each reference carries the present name of what it leads to, where its schema has
 * a place for it. One that leads nowhere has `$ref: null`, which says that there is no address to print.
 */
export function withReferenced(
  document: AttributeDocument,
  attributes: readonly ReferenceAttribute[],
  found: ReadonlyMap<string, readonly Referenced[]>,
): AttributeDocument {
  let current = document;
  for (const reference of attributes) {
    const { extension, attribute } = reference;
    const holder = extension ? objectOf(current[extension]) : current;
    const value = holder[attribute.name];
    if (value === undefined) continue;
    const filled = { ...holder, [attribute.name]: fill(reference, value, found) };
    current = extension ? { ...current, [extension]: filled } : filled;
  }
  return current;
}

function fill(
  reference: ReferenceAttribute,
  value: JsonValue,
  found: ReadonlyMap<string, readonly Referenced[]>,
): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((element) => fill(reference, element, found));
  if (!isJsonObject(value)) return value;
  const target = found.get(String(value.value))?.find(({ type }) => reference.types.includes(type));
  if (!target) return { ...value, $ref: null };
  const name = reference.attribute.subAttributes?.find(
    (part) => part.mutability === 'readOnly' && ['display', 'displayName'].includes(part.name),
  );
  return name && target.display !== null ? { ...value, [name.name]: target.display } : value;
}

function referencedQuery(workspaceId: string, type: string, ids: readonly string[]): RawBuilder<unknown> {
  switch (type) {
    case 'User':
      return sql`select u.id as owner, u.id as value, coalesce(nullif(u.display_name, ''), u.user_name) as display, 'User' as type
        from users u where u.workspace_id = ${workspaceId}::uuid and u.id = any(${ids}::uuid[])`;
    case 'Group':
      return sql`select g.id as owner, g.id as value, g.name as display, 'Group' as type from groups g
        where g.workspace_id = ${workspaceId}::uuid and g.type = 'custom' and g.id = any(${ids}::uuid[])`;
    default:
      return sql`select p.id as owner, p.id as value, null::text as display, p.type from provisioned_resources p
        where p.workspace_id = ${workspaceId}::uuid and p.type = ${type} and p.id = any(${ids}::uuid[])`;
  }
}

function idsIn({ extension, attribute }: ReferenceAttribute, document: AttributeDocument): readonly string[] {
  const holder = extension ? objectOf(document[extension]) : document;
  const value = holder[attribute.name];
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).flatMap((element) => {
    const id = objectOf(element).value;
    return typeof id === 'string' ? [id] : [];
  });
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
