import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/directory/attributes/attribute-document.js';
import type { NamedAttribute } from './attribute-names.js';
import type { Dialect } from './dialect.js';
import { badRequest } from './errors.js';
import { isOwnMember } from './own-members.js';
import { givenTwice, toSchemaValue, unknownAttribute } from './values.js';

/**
 * The attributes of a POST or PUT body in the schema's spelling, extensions below their URNs. Checks `schemas`
 * (RFC 7643 §3); what the values mean is for the domain.
 */
export function parseResourceBody(body: JsonObject, dialect: Dialect): JsonObject {
  const schemas = new Set<string>();
  for (const [key, value] of Object.entries(body)) {
    if (key.toLowerCase() === 'schemas')
      for (const urn of parseSchemas(value ?? null, dialect)) schemas.add(urn);
  }
  const core = dialect.names.model.core.id;
  if (!schemas.has(core))
    throw badRequest('invalidSyntax', `"schemas" must be an array that holds "${core}".`);
  const attributes = new BodyAttributes(dialect);
  for (const [key, value] of Object.entries(body)) {
    if (!isOwnMember(key)) attributes.read(key, value ?? null);
  }
  if (dialect.settings.unknownSchemas === 'refuse') attributes.checkDeclared(schemas);
  return attributes.toJson();
}

function parseSchemas(value: JsonValue, { names, settings }: Dialect): string[] {
  if (!Array.isArray(value) || !value.every((urn) => typeof urn === 'string')) {
    throw badRequest('invalidSyntax', '"schemas" must be an array of URNs.');
  }
  return value.map((urn) => {
    const known = names.schema(urn, settings.oldUrns);
    if (!known && settings.unknownSchemas === 'refuse') {
      throw badRequest(
        'invalidSyntax',
        `"schemas" holds "${urn}", which ${names.model.type.name} does not have.`,
      );
    }
    return known ?? urn;
  });
}

class BodyAttributes {
  private readonly core = new Map<string, JsonValue>();
  private readonly extensions = new Map<string, Map<string, JsonValue>>();

  constructor(private readonly dialect: Dialect) {}

  read(key: string, value: JsonValue): void {
    const { names, settings } = this.dialect;
    const urn = names.schema(key, settings.oldUrns);
    const named = names.find(key, settings.oldUrns);
    const plain = named?.extension === undefined || key.includes(':') || settings.flexibleValues;
    if (urn !== undefined) this.readSchema(urn, value);
    else if (named && plain) this.set(named, value);
    else if (settings.unknownAttributes === 'refuse') throw unknownAttribute(key);
  }

  private readSchema(urn: string, value: JsonValue): void {
    if (value === null) return;
    if (!isJsonObject(value)) throw badRequest('invalidValue', `"${urn}" must hold an object.`);
    for (const [key, part] of Object.entries(value)) {
      const named = this.dialect.names.inSchema(urn, key);
      if (named) this.set(named, part ?? null);
      else if (this.dialect.settings.unknownAttributes === 'refuse') throw unknownAttribute(`${urn}:${key}`);
    }
  }

  private set(named: NamedAttribute, value: JsonValue): void {
    const target = named.extension === undefined ? this.core : this.extension(named.extension);
    if (target.has(named.attribute.name)) throw givenTwice(named.name);
    target.set(named.attribute.name, toSchemaValue(named.attribute, value, this.dialect.settings));
  }

  private extension(urn: string): Map<string, JsonValue> {
    const extension = this.extensions.get(urn) ?? new Map<string, JsonValue>();
    this.extensions.set(urn, extension);
    return extension;
  }

  /** Refuses data of an extension that `schemas` does not name (strict profile). */
  checkDeclared(schemas: ReadonlySet<string>): void {
    for (const urn of this.extensions.keys()) {
      if (!schemas.has(urn)) throw badRequest('invalidSyntax', `"schemas" does not name "${urn}".`);
    }
  }

  toJson(): JsonObject {
    return Object.fromEntries([
      ...this.core,
      ...[...this.extensions].map(([urn, parts]) => [urn, Object.fromEntries(parts)] as const),
    ]);
  }
}
