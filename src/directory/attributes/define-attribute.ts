import type { Attribute } from './attribute.js';

type AttributeDefaults = Pick<
  Attribute,
  'type' | 'multiValued' | 'required' | 'caseExact' | 'mutability' | 'returned' | 'uniqueness'
>;

/** What holds for an attribute whose definition does not say otherwise (RFC 7643 §2.2). */
export const attributeDefaults: AttributeDefaults = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
};

/** Base64 and URIs are case exact, whatever a definition leaves out (RFC 7643 §2.3.6, §2.3.7). */
export const isAlwaysCaseExact = (type: Attribute['type']): boolean =>
  type === 'binary' || type === 'reference';

/** An attribute with the defaults of RFC 7643 §2.2 filled in. */
export function defineAttribute(
  definition: Pick<Attribute, 'name' | 'description'> & Partial<Attribute>,
): Attribute {
  return { ...attributeDefaults, ...definition };
}

/** The sub-attributes that RFC 7643 §2.4 suggests for every multi-valued complex attribute. */
export function valueListSubAttributes(
  of: string,
  value: Partial<Attribute>,
  types: readonly string[] = [],
): readonly Attribute[] {
  return [
    defineAttribute({ name: 'value', description: `The ${of} itself.`, ...value }),
    defineAttribute({ name: 'display', description: `A readable name of the ${of}, for display only.` }),
    defineAttribute({
      name: 'type',
      description: `What the ${of} is used for.`,
      ...(types.length ? { canonicalValues: types } : {}),
    }),
    defineAttribute({
      name: 'primary',
      type: 'boolean',
      description: `Whether this is the preferred ${of}; true at most once.`,
    }),
  ];
}
