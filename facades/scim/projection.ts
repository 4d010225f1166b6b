import type { AttributeNames } from './attribute-names.js';
import type { Projection } from './inputs.js';

type Parts = ReadonlyMap<string, ReadonlySet<string> | 'whole'>;

/**
 * A projection (RFC 7644 §3.9) in the schemas' own words, and the part of it that concerns what this facade
 * adds to a resource: `meta` and every `$ref`. The operations project everything else.
 */
export class FacadeProjection {
  /** What the operations are given; a `$ref` is made of `value` and `type`, so these are asked for in its place. */
  readonly forOperations: Projection;
  private readonly named: Parts | undefined;
  private readonly excluded: Parts | undefined;

  constructor({ attributes, excludedAttributes }: Projection, names: AttributeNames, oldUrns: boolean) {
    const inSchemaWords = (path: string) => schemaWords(path, names, oldUrns);
    const named = attributes?.flatMap(inSchemaWords);
    const excluded = excludedAttributes?.flatMap(inSchemaWords);
    this.named = named && byAttribute(named, names);
    this.excluded = excluded && byAttribute(excluded, names);
    this.forOperations = {
      ...(named ? { attributes: named.flatMap((path) => sources(path, names)) } : {}),
      ...(excluded ? { excludedAttributes: excluded } : {}),
    };
  }

  /** Whether an answer shows a sub-attribute, by the attribute's full name, that is returned by default. */
  shows(attribute: string, sub: string): boolean {
    const asked = this.named?.get(attribute);
    if (this.named && asked !== 'whole' && !asked?.has(sub)) return false;
    const dropped = this.excluded?.get(attribute);
    return dropped !== 'whole' && !dropped?.has(sub);
  }
}

/** What the operations are given for resources of several types: a name means nothing to a type without it. */
export function mergeProjections(projections: readonly FacadeProjection[]): Projection {
  const given = projections.map(({ forOperations }) => forOperations);
  const attributes = given.flatMap((projection) => projection.attributes ?? []);
  const excludedAttributes = given.flatMap((projection) => projection.excludedAttributes ?? []);
  return {
    ...(attributes.length > 0 ? { attributes: [...new Set(attributes)] } : {}),
    ...(excludedAttributes.length > 0 ? { excludedAttributes: [...new Set(excludedAttributes)] } : {}),
  };
}

/**
 * A path as the schemas spell it, the core schema's URN as its attributes; one that names nothing stays as it
 * is, for the operations to ignore.
 */
function schemaWords(path: string, names: AttributeNames, oldUrns: boolean): readonly string[] {
  const known = names.findPath(path, oldUrns)?.path;
  const schema = known === undefined ? names.schema(path, oldUrns) : undefined;
  return schema === names.model.core.id ? names.ofSchema(schema) : [known ?? schema ?? path];
}

const sources = (path: string, names: AttributeNames): string[] =>
  path.endsWith('.$ref') && names.findPath(path, false)
    ? ['.value', '.type'].map((sub) => path.replace(/\.\$ref$/, sub))
    : [path];

/** The sub-attributes that are named of each attribute; a schema's URN names all attributes of the schema. */
function byAttribute(paths: readonly string[], names: AttributeNames): Parts {
  const found = new Map<string, Set<string> | 'whole'>();
  for (const path of paths) {
    for (const name of names.ofSchema(path)) found.set(name, 'whole');
    const resolved = names.findPath(path, false);
    if (!resolved) continue;
    const { named, sub } = resolved;
    const before = found.get(named.name);
    if (!sub) found.set(named.name, 'whole');
    else if (before !== 'whole') found.set(named.name, new Set([...(before ?? []), sub.name]));
  }
  return found;
}
