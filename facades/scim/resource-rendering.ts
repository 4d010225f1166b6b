import type { Attribute } from '../../src/directory/attributes/attribute.js';
import { isJsonObject, type JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import type { AttributeNames } from './attribute-names.js';
import { entityTag } from './entity-tag.js';
import type { FacadeProjection } from './projection.js';

/** Where resources live: the absolute address of the base path, and each type's endpoint by its name. */
export interface Addresses {
  readonly base: string;
  readonly endpoints: ReadonlyMap<string, string>;
}

/** The absolute address of a resource; undefined for a type that has none. */
export function locationOf(addresses: Addresses, type: string, id: string): string | undefined {
  const endpoint = addresses.endpoints.get(type);
  return endpoint === undefined ? undefined : `${addresses.base}${endpoint}/${encodeURIComponent(id)}`;
}

/** A resource as SCIM shows it: `schemas`, `id`, its attributes with every `$ref`, and `meta` (RFC 7643 §3). */
export function renderResource(
  resource: ProvisionedResource,
  names: AttributeNames,
  projection: FacadeProjection,
  addresses: Addresses,
): JsonObject {
  const references = new References(projection, addresses);
  const parts = Object.entries(resource.attributes).map(([key, value]) => {
    const schema = names.schema(key, false);
    if (schema === undefined) return [key, references.add(names.find(key, false), value)];
    const inner = Object.entries(isJsonObject(value) ? value : {});
    return [
      key,
      Object.fromEntries(
        inner.map(([name, part]) => [name, references.add(names.inSchema(key, name), part)]),
      ),
    ];
  });
  const meta = renderMeta(resource, projection, addresses);
  return {
    schemas: resource.schemas,
    id: resource.id,
    ...Object.fromEntries(parts),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

function renderMeta(
  resource: ProvisionedResource,
  projection: FacadeProjection,
  addresses: Addresses,
): JsonObject {
  const meta = {
    resourceType: resource.type,
    created: resource.createdAt,
    lastModified: resource.updatedAt,
    location: locationOf(addresses, resource.type, resource.id),
    version: entityTag(resource.version),
  };
  return Object.fromEntries(Object.entries(meta).filter(([name]) => projection.shows('meta', name)));
}

/** Adds `$ref` to references, which the operations return as `{ value, type, display }`. */
class References {
  constructor(
    private readonly projection: FacadeProjection,
    private readonly addresses: Addresses,
  ) {}

  add(named: { attribute: Attribute; name: string } | undefined, value: unknown): unknown {
    const reference = named?.attribute.subAttributes?.find((sub) => sub.name === '$ref');
    if (!named || !reference) return value;
    if (Array.isArray(value)) return value.map((element) => this.addTo(named.name, reference, element));
    return this.addTo(named.name, reference, value);
  }

  private addTo(attribute: string, reference: Attribute, value: unknown): unknown {
    if (!isJsonObject(value) || typeof value.value !== 'string') return value;
    if (!this.projection.shows(attribute, '$ref')) {
      const { $ref: _, ...shown } = value;
      return shown;
    }
    const { value: id, type, $ref: given, ...rest } = value;
    // A null says that nothing of this id exists, and a `$ref` must lead somewhere.
    const location =
      given === null ? undefined : this.resolve(reference.referenceTypes ?? [], type, id as string);
    return {
      ...(this.projection.shows(attribute, 'value') ? { value: id } : {}),
      ...(location === undefined ? {} : { $ref: location }),
      ...rest,
      ...(type !== undefined && this.projection.shows(attribute, 'type') ? { type } : {}),
    };
  }

  /** The element's own `type` decides among several; `direct` and the like are no types of resources. */
  private resolve(referenceTypes: readonly string[], type: unknown, id: string): string | undefined {
    const [only] = referenceTypes;
    const target = referenceTypes.length === 1 ? only : referenceTypes.find((name) => name === type);
    return target === undefined ? undefined : locationOf(this.addresses, target, id);
  }
}
