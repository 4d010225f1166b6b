import type { Attribute, ResourceSchema } from './attribute.js';
import { attributeNamed, coreAttributes, type ResourceTypeModel } from './resource-model.js';

/** An attribute of a resource type, found by name: where it stands and what it is. */
export interface AttributePath {
  /** The extension's URN when the attribute belongs to one. */
  readonly extension?: string;
  readonly attribute: Attribute;
  readonly subAttribute?: Attribute;
}

/** A whole extension, named by its URN alone. */
export interface ExtensionPath {
  readonly schema: ResourceSchema;
  readonly required: boolean;
}

/**
 * Finds what a text such as `name.familyName`, `urn:…:User:manager.value` or a bare schema URN names,
 * in any letter case. URNs contain dots, so they are recognised by the schemas of the type, never by
 * cutting the text.
 */
export function findAttribute(
  model: ResourceTypeModel,
  text: string,
): AttributePath | ExtensionPath | undefined {
  const lower = text.toLowerCase();
  for (const { schema, required } of model.extensions) {
    const urn = schema.id.toLowerCase();
    if (lower === urn) return { schema, required };
    const path = lower.startsWith(`${urn}:`) && dottedPath(schema.attributes, text.slice(urn.length + 1));
    if (path) return { extension: schema.id, ...path };
  }
  const core = model.core.id.toLowerCase();
  if (lower.startsWith(`${core}:`)) return dottedPath(model.core.attributes, text.slice(core.length + 1));
  return dottedPath(coreAttributes(model), text);
}

/** Whether a found path names a whole extension. */
export function isExtensionPath(path: AttributePath | ExtensionPath): path is ExtensionPath {
  return 'schema' in path;
}

/** A path in the spelling of the schemas, for messages and keys. */
export function pathText(path: AttributePath): string {
  const prefix = path.extension ? `${path.extension}:` : '';
  const suffix = path.subAttribute ? `.${path.subAttribute.name}` : '';
  return `${prefix}${path.attribute.name}${suffix}`;
}

function dottedPath(attributes: readonly Attribute[], text: string): AttributePath | undefined {
  const [name = '', subName, ...rest] = text.split('.');
  if (rest.length) return undefined;
  const attribute = attributeNamed(attributes, name);
  if (!attribute || subName === undefined) return attribute && { attribute };
  const subAttribute = attributeNamed(attribute.subAttributes ?? [], subName);
  return subAttribute && { attribute, subAttribute };
}
