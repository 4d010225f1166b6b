import type { Attribute } from '../attributes/attribute.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../attributes/attribute-document.js';
import { findAttribute, isExtensionPath, pathText } from '../attributes/attribute-path.js';
import { coreAttributes, type ResourceTypeModel } from '../attributes/resource-model.js';

/** Which attributes an answer carries; at most one of the lists is given. Unknown names are passed over. */
export interface ProjectionInput {
  readonly attributes?: readonly string[] | null | undefined;
  readonly excludedAttributes?: readonly string[] | null | undefined;
}

/** A projection whose names are found in the schemas of a type. */
export interface Projection {
  /** Whether an attribute, or a sub-attribute of it, may appear at all. */
  includes(attribute: Attribute, extension?: string, subAttribute?: Attribute): boolean;
}

/**
 * Finds the names of a projection (RFC 7644 §3.9). `written` holds the paths that a write request sent:
 * they bring back attributes that are returned on request alone (RFC 7643 §7).
 */
export function resolveProjection(
  model: ResourceTypeModel,
  input: ProjectionInput | null | undefined,
  written: ReadonlySet<string> = new Set(),
): Projection {
  const named = input?.attributes ? pathsOf(model, input.attributes) : undefined;
  const excluded = pathsOf(model, input?.excludedAttributes ?? []);
  return remembered({
    includes(attribute, extension, subAttribute) {
      const isHidden = (part: Attribute) => part.returned === 'never' || part.mutability === 'writeOnly';
      if (isHidden(attribute) || (subAttribute && isHidden(subAttribute))) return false;
      const place = extension === undefined ? {} : { extension };
      const whole = pathText({ ...place, attribute });
      const path = subAttribute ? pathText({ ...place, attribute, subAttribute }) : whole;
      const part = subAttribute ?? attribute;
      if (part.returned === 'always') return true;
      if (!named) {
        if (part.returned === 'request') return written.has(path) && !excluded.has(path);
        return ![path, whole, extension ?? ''].some((name) => excluded.has(name));
      }
      if (named.has(path)) return true;
      if (part.returned === 'request') return !subAttribute && hasNamedPart(attribute, whole, named);
      if (named.has(whole) || named.has(extension ?? '')) return true;
      return !subAttribute && hasNamedPart(attribute, whole, named);
    },
  });
}

/** Decides once about each attribute (which belongs to one schema), however many resources a page holds. */
function remembered(projection: Projection): Projection {
  const decisions = new Map<Attribute, Map<Attribute | undefined, boolean>>();
  return {
    includes(attribute, extension, subAttribute) {
      const ofParts = decisions.get(attribute) ?? new Map<Attribute | undefined, boolean>();
      const known = ofParts.get(subAttribute);
      if (known !== undefined) return known;
      const decision = projection.includes(attribute, extension, subAttribute);
      decisions.set(attribute, ofParts.set(subAttribute, decision));
      return decision;
    },
  };
}

/** The part of a document that a projection asks for; nothing that is never returned. */
export function projectDocument(
  model: ResourceTypeModel,
  document: AttributeDocument,
  projection: Projection,
): JsonObject {
  const result: Record<string, JsonValue | undefined> = {
    ...projectObject(coreAttributes(model), document, projection),
  };
  for (const { schema } of model.extensions) {
    const extension = document[schema.id];
    const part = isJsonObject(extension)
      ? projectObject(schema.attributes, extension, projection, schema.id)
      : {};
    if (Object.keys(part).length > 0) result[schema.id] = part;
  }
  return result;
}

/** The paths of everything in a document, for answers that bring back what the client wrote. */
export function writtenPaths(model: ResourceTypeModel, document: AttributeDocument): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = (attributes: readonly Attribute[], object: JsonObject, prefix: string) => {
    for (const attribute of attributes) {
      const value = object[attribute.name];
      if (value === undefined) continue;
      paths.add(`${prefix}${attribute.name}`);
      for (const element of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
        if (isJsonObject(element))
          visit(attribute.subAttributes ?? [], element, `${prefix}${attribute.name}.`);
      }
    }
  };
  visit(coreAttributes(model), document, '');
  for (const { schema } of model.extensions) {
    const extension = document[schema.id];
    if (isJsonObject(extension)) visit(schema.attributes, extension, `${schema.id}:`);
  }
  return paths;
}

function projectObject(
  attributes: readonly Attribute[],
  object: JsonObject,
  projection: Projection,
  extension?: string,
): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const attribute of attributes) {
    const value = object[attribute.name];
    if (value === undefined || !projection.includes(attribute, extension)) continue;
    const projected = attribute.subAttributes ? projectValue(attribute, value, projection, extension) : value;
    if (projected !== undefined) result[attribute.name] = projected;
  }
  return result;
}

function projectValue(
  attribute: Attribute,
  value: JsonValue,
  projection: Projection,
  extension: string | undefined,
): JsonValue | undefined {
  const parts = (attribute.subAttributes ?? []).filter((part) =>
    projection.includes(attribute, extension, part),
  );
  const project = (element: JsonValue): JsonObject[] => {
    const kept: Record<string, JsonValue> = {};
    if (!isJsonObject(element)) return [];
    for (const { name } of parts) {
      const part = element[name];
      if (part !== undefined && part !== null) kept[name] = part;
    }
    if (Object.keys(kept).length === 0) return [];
    // A reference that leads nowhere says so, whatever else is shown of it.
    return [element.$ref === null ? { ...kept, $ref: null } : kept];
  };
  if (!Array.isArray(value)) return project(value)[0];
  const elements = (value as readonly JsonValue[]).flatMap(project);
  return elements.length > 0 ? elements : undefined;
}

function hasNamedPart(attribute: Attribute, whole: string, named: ReadonlySet<string>): boolean {
  return (attribute.subAttributes ?? []).some(({ name }) => named.has(`${whole}.${name}`));
}

function pathsOf(model: ResourceTypeModel, names: readonly string[]): ReadonlySet<string> {
  const paths = names.flatMap((name) => {
    const found = findAttribute(model, name.trim());
    if (!found) return [];
    return [isExtensionPath(found) ? found.schema.id : pathText(found)];
  });
  return new Set(paths);
}
