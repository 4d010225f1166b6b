import type { Attribute, ResourceSchema, ResourceType, SchemaExtension } from './attribute.js';
import { commonAttributes } from './common-attributes.js';
import { coreGroupSchema } from './core-group-schema.js';
import { coreUserSchema } from './core-user-schema.js';
import { enterpriseUserSchema } from './enterprise-user-schema.js';
import { platformUserSchema } from './platform-user-schema.js';

/** What an operator adds by the configuration file: schemas, new types, and extensions of existing types. */
export interface ConfiguredResources {
  readonly schemas: readonly ResourceSchema[];
  readonly resourceTypes: readonly ResourceType[];
  readonly extensions: readonly (SchemaExtension & { readonly resourceType: string })[];
}

/** A resource type together with the schemas it names, ready for look-ups by name in any letter case. */
export interface ResourceTypeModel {
  readonly type: ResourceType;
  readonly core: ResourceSchema;
  /** The common attributes and the core schema's. */
  readonly coreAttributes: readonly Attribute[];
  readonly extensions: readonly { readonly schema: ResourceSchema; readonly required: boolean }[];
}

/** Every schema and resource type of the instance; built once at start and never changed. */
export interface ResourceModel {
  readonly schemas: readonly ResourceSchema[];
  readonly resourceTypes: readonly ResourceType[];
  /** The types with their schemas, by lower-case name. */
  readonly types: ReadonlyMap<string, ResourceTypeModel>;
  /** The URN of the extension that carries the workspace role. */
  readonly platformSchemaId: string;
}

const nothingConfigured: ConfiguredResources = { schemas: [], resourceTypes: [], extensions: [] };

/** The built-in schemas and types together with what the operator configured (already validated). */
export function createResourceModel(
  extensionName: string,
  configured: ConfiguredResources = nothingConfigured,
): ResourceModel {
  const platform = platformUserSchema(extensionName);
  const schemas = [coreUserSchema, coreGroupSchema, enterpriseUserSchema, platform, ...configured.schemas];
  // A file may spell a URN in another letter case than its schema does.
  const spelled = (urn: string) =>
    schemas.find(({ id }) => id.toLowerCase() === urn.toLowerCase())?.id ?? urn;
  const resourceTypes = [...builtInResourceTypes(platform), ...configured.resourceTypes].map((type) => ({
    ...type,
    schema: spelled(type.schema),
    schemaExtensions: [
      ...type.schemaExtensions,
      ...configured.extensions
        .filter((extension) => extension.resourceType.toLowerCase() === type.name.toLowerCase())
        .map(({ schema, required }) => ({ schema, required })),
    ].map(({ schema, required }) => ({ schema: spelled(schema), required })),
  }));
  const types = new Map(
    resourceTypes.map((type) => [type.name.toLowerCase(), resourceTypeModel(type, schemas)]),
  );
  return { schemas, resourceTypes, types, platformSchemaId: platform.id };
}

/** The attribute of a list whose name matches in any letter case. */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const lower = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === lower);
}

/** The attributes that a resource carries outside its extensions: the common ones and the core schema's. */
export function coreAttributes(model: ResourceTypeModel): readonly Attribute[] {
  return model.coreAttributes;
}

function builtInResourceTypes(platform: ResourceSchema): readonly ResourceType[] {
  return [
    {
      name: 'User',
      endpoint: '/Users',
      description: 'User account',
      schema: coreUserSchema.id,
      schemaExtensions: [
        { schema: enterpriseUserSchema.id, required: false },
        { schema: platform.id, required: false },
      ],
    },
    {
      name: 'Group',
      endpoint: '/Groups',
      description: 'Group',
      schema: coreGroupSchema.id,
      schemaExtensions: [],
    },
  ];
}

function resourceTypeModel(type: ResourceType, schemas: readonly ResourceSchema[]): ResourceTypeModel {
  const schemaOf = (id: string): ResourceSchema => {
    const schema = schemas.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
    if (!schema)
      throw new Error(`The resource type ${type.name} names the schema ${id}, which is not defined.`);
    return schema;
  };
  const core = schemaOf(type.schema);
  return {
    type,
    core,
    coreAttributes: [...commonAttributes, ...core.attributes],
    extensions: type.schemaExtensions.map(({ schema, required }) => ({ schema: schemaOf(schema), required })),
  };
}
