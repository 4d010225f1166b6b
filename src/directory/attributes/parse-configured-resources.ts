import { z } from 'zod';
import type { Problem } from '../../errors.js';
import { problemsOfIssues } from '../../problems.js';
import type { Attribute } from './attribute.js';
import { attributeDefaults, isAlwaysCaseExact } from './define-attribute.js';
import { problemsOfResources } from './problems-of-resources.js';
import type { ConfiguredResources } from './resource-model.js';

/** RFC 7643 §2.1, and `$ref`. */
const attributeName = z
  .string()
  .regex(/^(?:[A-Za-z][A-Za-z0-9_-]*|\$ref)$/, 'must start with a letter and hold letters, digits, - and _');
const urn = z
  .string()
  .regex(/^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[A-Za-z0-9()+,\-.:=@;$_!*'%/?#]+$/i, 'must be a URN');
const types = [
  'string',
  'boolean',
  'decimal',
  'integer',
  'dateTime',
  'binary',
  'reference',
  'complex',
] as const;

const simpleAttribute = {
  name: attributeName,
  type: z.enum(types).default(attributeDefaults.type),
  multiValued: z.boolean().default(attributeDefaults.multiValued),
  description: z.string().default(''),
  required: z.boolean().default(attributeDefaults.required),
  caseExact: z.boolean().optional(),
  mutability: z
    .enum(['readOnly', 'readWrite', 'immutable', 'writeOnly'])
    .default(attributeDefaults.mutability),
  returned: z.enum(['always', 'never', 'default', 'request']).default(attributeDefaults.returned),
  uniqueness: z.enum(['none', 'server']).default(attributeDefaults.uniqueness as 'none'),
  canonicalValues: z.array(z.string()).optional(),
  referenceTypes: z.array(z.string().min(1)).optional(),
};

const attribute = z.strictObject({
  ...simpleAttribute,
  subAttributes: z.array(z.strictObject(simpleAttribute)).min(1).optional(),
});

const extensionUse = { schema: urn, required: z.boolean().default(false) };

const file = z.strictObject({
  schemas: z
    .array(
      z.strictObject({
        id: urn,
        name: z.string().min(1),
        description: z.string().default(''),
        attributes: z.array(attribute).min(1),
      }),
    )
    .default([]),
  resourceTypes: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must start with a letter and hold letters, digits, - and _'),
        endpoint: z
          .string()
          .regex(/^\/[A-Za-z][A-Za-z0-9_-]*$/, 'must be a path of one segment, such as /Devices'),
        description: z.string().default(''),
        schema: urn,
        schemaExtensions: z.array(z.strictObject(extensionUse)).default([]),
      }),
    )
    .default([]),
  extensions: z.array(z.strictObject({ ...extensionUse, resourceType: z.string().min(1) })).default([]),
});

/** What a configuration file describes, or every problem in it. */
export type ParsedResources =
  | { readonly resources: ConfiguredResources; readonly problems: readonly [] }
  | { readonly resources: undefined; readonly problems: readonly Problem[] };

/**
 * Reads the JSON text of a file of schemas, resource types and extensions. Attributes have the shape of
 * RFC 7643 §7 and its defaults. Every problem is reported, each by its path in the file.
 */
export function parseConfiguredResources(text: string, extensionName: string): ParsedResources {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return {
      resources: undefined,
      problems: [{ path: '', message: `is not JSON: ${(error as Error).message}` }],
    };
  }
  const parsed = file.safeParse(json);
  if (!parsed.success) return { resources: undefined, problems: problemsOfIssues(parsed.error.issues) };
  const resources: ConfiguredResources = {
    ...parsed.data,
    schemas: parsed.data.schemas.map((schema) => ({
      ...schema,
      attributes: schema.attributes.map(toAttribute),
    })),
  };
  const problems = problemsOfResources(resources, extensionName);
  return problems.length > 0 ? { resources: undefined, problems } : { resources, problems: [] };
}

/** Optional keys are left out rather than undefined. */
function toAttribute(given: z.output<typeof attribute>): Attribute {
  const { subAttributes, canonicalValues, referenceTypes, caseExact, ...rest } = given;
  return {
    ...rest,
    caseExact: caseExact ?? (isAlwaysCaseExact(given.type) || attributeDefaults.caseExact),
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(referenceTypes ? { referenceTypes } : {}),
    ...(subAttributes ? { subAttributes: subAttributes.map(toAttribute) } : {}),
  };
}
