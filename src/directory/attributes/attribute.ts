/**
 * What an attribute is, as data (RFC 7643 §2 and §7). Validation, filters, edits, projection and the
 * discovery documents all read these records; no attribute is known to code by its name alone.
 */

/** The data types of RFC 7643 §2.3. */
export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'binary'
  | 'reference'
  | 'complex';

/** Who may change a value, and when (RFC 7643 §7). */
export type Mutability = 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';

/** When a value appears in an answer (RFC 7643 §7). */
export type Returned = 'always' | 'never' | 'default' | 'request';

/** Among which resources a value must be the only one of its kind (RFC 7643 §7). */
export type Uniqueness = 'none' | 'server' | 'global';

/** One attribute or sub-attribute of a schema. */
export interface Attribute {
  /** As it is spelled in answers; requests may use any letter case. */
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: Mutability;
  readonly returned: Returned;
  readonly uniqueness: Uniqueness;
  /** Suggested values; other values are accepted (RFC 7643 §7 calls them suggestions). */
  readonly canonicalValues?: readonly string[];
  /** For references: names of resource types, or `external`, or `uri`. */
  readonly referenceTypes?: readonly string[];
  /** For complex attributes alone; none of them is complex itself (RFC 7643 §2.3.8). */
  readonly subAttributes?: readonly Attribute[];
}

/** A named set of attributes, of a resource's core or of an extension. */
export interface ResourceSchema {
  /** The URN. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A use of an extension by a resource type. */
export interface SchemaExtension {
  readonly schema: string;
  readonly required: boolean;
}

/** A kind of resource: its name, where facades serve it, and the schemas it is made of (RFC 7643 §6). */
export interface ResourceType {
  /** The name that resources carry, for example `User`. */
  readonly name: string;
  /** The path segment with its slash, for example `/Users`. */
  readonly endpoint: string;
  readonly description: string;
  /** The URN of the core schema. */
  readonly schema: string;
  readonly schemaExtensions: readonly SchemaExtension[];
}
