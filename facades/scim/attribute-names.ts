import type { Attribute } from '../../src/directory/attributes/attribute.js';
import {
  attributeNamed,
  coreAttributes,
  type ResourceTypeModel,
} from '../../src/directory/attributes/resource-model.js';
import { parseAttributePath } from './attribute-path.js';

/** An attribute as a request may name it, with the one name that the operations are given. */
export interface NamedAttribute {
  readonly attribute: Attribute;
  /** The schema's spelling; an extension's attribute carries its URN (`urn:…:User:manager`). */
  readonly name: string;
  /** The URN of the extension that the attribute belongs to; undefined for core and common attributes. */
  readonly extension: string | undefined;
}

/** An attribute with or without a sub-attribute of it. */
export interface NamedPath {
  readonly named: NamedAttribute;
  readonly sub: Attribute | undefined;
  /** The whole in the schema's spelling. */
  readonly path: string;
}

/**
 * The names by which one resource type's attributes may be called: bare, qualified by their schema's URN, in
 * any letter case. An extension's attribute may go without its URN when no other attribute has its name, since
 * providers send a bare `manager`; one that no answer shows (the workspace role) must be named in full.
 */
export class AttributeNames {
  private readonly attributes = new Map<string, NamedAttribute>();
  private readonly schemas = new Map<string, string>();
  private readonly oldSchemas = new Map<string, string>();

  constructor(readonly model: ResourceTypeModel) {
    this.addSchema(model.core.id);
    for (const attribute of coreAttributes(model)) this.addCore(attribute);
    for (const { schema } of model.extensions) {
      this.addSchema(schema.id);
      for (const attribute of schema.attributes) this.addExtended(schema.id, attribute);
    }
    this.addUnqualified();
  }

  /** The URN of the schema in its own spelling, when the text names the core schema or an extension. */
  schema(urn: string, oldUrns: boolean): string | undefined {
    const key = urn.toLowerCase();
    return this.schemas.get(key) ?? (oldUrns ? this.oldSchemas.get(key) : undefined);
  }

  /** The attribute that a name without sub-attribute means. */
  find(name: string, oldUrns: boolean): NamedAttribute | undefined {
    const known = this.attributes.get(name.toLowerCase());
    if (known || !oldUrns) return known;
    const colon = name.lastIndexOf(':');
    const schema = this.oldSchemas.get(name.slice(0, colon).toLowerCase());
    return schema === undefined ? undefined : this.inSchema(schema, name.slice(colon + 1));
  }

  /** The attribute and sub-attribute that a path such as `name.familyName` means. */
  findPath(text: string, oldUrns: boolean): NamedPath | undefined {
    const parsed = parseAttributePath(text);
    const named = parsed && this.find(parsed.attribute, oldUrns);
    if (!named) return undefined;
    if (parsed.subAttribute === undefined) return { named, sub: undefined, path: named.name };
    const sub = attributeNamed(named.attribute.subAttributes ?? [], parsed.subAttribute);
    return sub && { named, sub, path: `${named.name}.${sub.name}` };
  }

  /** The attribute of a schema that is named in its own spelling. */
  inSchema(urn: string, name: string): NamedAttribute | undefined {
    return this.attributes.get(`${urn}:${name}`.toLowerCase());
  }

  /** The full names of a schema's attributes; none when the text is no schema's URN. */
  ofSchema(urn: string): string[] {
    const { core, extensions } = this.model;
    if (urn === core.id) return core.attributes.map((attribute) => attribute.name);
    const extension = extensions.find(({ schema }) => schema.id === urn)?.schema;
    return extension?.attributes.map((attribute) => `${urn}:${attribute.name}`) ?? [];
  }

  private addSchema(urn: string): void {
    this.schemas.set(urn.toLowerCase(), urn);
    for (const old of oldNames(urn)) this.oldSchemas.set(old.toLowerCase(), urn);
  }

  private addCore(attribute: Attribute): void {
    const named = { attribute, name: attribute.name, extension: undefined };
    this.attributes.set(attribute.name.toLowerCase(), named);
    this.attributes.set(`${this.model.core.id}:${attribute.name}`.toLowerCase(), named);
  }

  private addExtended(urn: string, attribute: Attribute): void {
    const name = `${urn}:${attribute.name}`;
    this.attributes.set(name.toLowerCase(), { attribute, name, extension: urn });
  }

  private addUnqualified(): void {
    const bare = new Map<string, NamedAttribute | undefined>();
    for (const named of this.attributes.values()) {
      if (named.extension === undefined || named.attribute.returned === 'never') continue;
      const key = named.attribute.name.toLowerCase();
      bare.set(key, bare.has(key) ? undefined : named);
    }
    for (const [key, named] of bare) {
      if (named && !this.attributes.has(key)) this.attributes.set(key, named);
    }
  }
}

/** The names that a schema of RFC 7643 had in SCIM 1.1 and in the drafts of 2.0; some clients still send them. */
function oldNames(urn: string): string[] {
  const core = /^urn:ietf:params:scim:schemas:core:2\.0:(\w+)$/.exec(urn)?.[1];
  if (core) {
    return ['urn:scim:schemas:core:1.0', 'urn:scim:schemas:core:2.0', `urn:scim:schemas:core:2.0:${core}`];
  }
  const extension = /^urn:ietf:params:scim:schemas:extension:enterprise:2\.0:(\w+)$/.exec(urn)?.[1];
  if (!extension) return [];
  return ['1.0', '2.0', `2.0:${extension}`].map((end) => `urn:scim:schemas:extension:enterprise:${end}`);
}
