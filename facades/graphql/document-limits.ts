import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { DEFAULT_PAGE_SIZE } from '../../src/database/cursor.js';
import { DomainError } from '../../src/errors.js';

/** How much a document may ask for. */
export interface DocumentLimits {
  /** Lexical tokens of the document. */
  readonly maxTokens: number;
  /** Fields below each other, connections and their nodes included. */
  readonly maxDepth: number;
  /** Aliases in the whole document. */
  readonly maxAliases: number;
  /** Objects that an answer could hold if every list were full. */
  readonly maxComplexity: number;
}

/** How many elements a list without paging arguments counts for. */
const PLAIN_LIST_SIZE = 10;

/** No list gives more, whatever is asked for. */
const LARGEST_PAGE = 1_000;
/** Lists that are sized by an argument have `first`, and most of them `last`. */
const SIZE_ARGUMENTS = new Set(['first', 'last']);

interface Extent {
  readonly depth: number;
  readonly cost: number;
}

const NOTHING: Extent = { depth: 0, cost: 0 };

/**
 * Throws GRAPHQL_LIMIT_EXCEEDED for an operation that is too deep, or whose answer could hold too many
 * objects; gives the number of objects otherwise. Each fragment is measured once, so the time is linear
 * in the document however its fragments nest.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  limits: DocumentLimits,
): number {
  const root = schema.getRootType(operation.operation);
  const meter = new Meter(schema, document, variables);
  const { depth, cost } = root ? meter.selections(operation.selectionSet, root, 0) : NOTHING;
  if (depth > limits.maxDepth) {
    throw exceeded('the depth of fields', limits.maxDepth);
  }
  if (cost > limits.maxComplexity) {
    throw exceeded('the objects that an answer may hold (ask for smaller pages)', limits.maxComplexity);
  }
  return cost;
}

class Meter {
  readonly #schema: GraphQLSchema;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Extent>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    this.#variables = variables;
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === 'FragmentDefinition' ? [[definition.name.value, definition]] : [],
      ),
    );
  }

  selections(set: SelectionSetNode, type: GraphQLNamedType, pageSize: number): Extent {
    let depth = 0;
    let cost = 0;
    for (const selection of set.selections) {
      const extent =
        selection.kind === 'Field'
          ? this.#field(selection, type, pageSize)
          : selection.kind === 'InlineFragment'
            ? this.selections(
                selection.selectionSet,
                this.#typeOf(selection.typeCondition?.name.value, type),
                pageSize,
              )
            : this.#fragment(selection.name.value, pageSize);
      depth = Math.max(depth, extent.depth);
      cost += extent.cost;
    }
    return { depth, cost };
  }

  #field(node: FieldNode, parent: GraphQLNamedType, pageSize: number): Extent {
    const field = fieldOf(parent, node.name.value);
    if (!field) {
      // Introspection, which has a limit of its own in validation, or a field that does not exist.
      return node.selectionSet && node.name.value.startsWith('__') ? NOTHING : this.#unknown(node);
    }
    const type = getNamedType(field.type);
    if (!node.selectionSet || !isCompositeType(type)) {
      return { depth: 1, cost: 0 };
    }
    const below = this.selections(node.selectionSet, type, this.#pageSizeOf(node, field));
    const times = isList(field) ? pageSize || PLAIN_LIST_SIZE : 1;
    return { depth: below.depth + 1, cost: times * (1 + below.cost) };
  }

  /** A field that does not exist still counts for the depth: validation is not to walk down an abyss. */
  #unknown(node: FieldNode): Extent {
    const depth = node.selectionSet ? this.selections(node.selectionSet, this.#query(), 0).depth : 0;
    return { depth: depth + 1, cost: 0 };
  }

  #fragment(name: string, pageSize: number): Extent {
    const key = `${name}:${pageSize}`;
    const known = this.#measured.get(key);
    const fragment = this.#fragments.get(name);
    if (known || !fragment) {
      return known ?? NOTHING;
    }
    const type = this.#typeOf(fragment.typeCondition.name.value, this.#query());
    const extent = this.selections(fragment.selectionSet, type, pageSize);
    this.#measured.set(key, extent);
    return extent;
  }

  #typeOf(name: string | undefined, fallback: GraphQLNamedType): GraphQLNamedType {
    return (name === undefined ? undefined : this.#schema.getType(name)) ?? fallback;
  }

  #query(): GraphQLNamedType {
    return this.#schema.getQueryType() as GraphQLNamedType;
  }

  /** The page size that a list was asked for, which is the length of what it holds; too much is refused later. */
  #pageSizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    if (!field.args.some(({ name }) => SIZE_ARGUMENTS.has(name))) {
      return 0;
    }
    const sizes = (node.arguments ?? [])
      .filter((argument) => SIZE_ARGUMENTS.has(argument.name.value))
      .map(({ value }) =>
        value.kind === 'IntValue'
          ? Number(value.value)
          : value.kind === 'Variable'
            ? this.#variables[value.name.value]
            : undefined,
      )
      .filter((size) => typeof size === 'number');
    return sizes.length === 0 ? DEFAULT_PAGE_SIZE : Math.min(Math.max(1, ...sizes), LARGEST_PAGE);
  }
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

function isList(field: GraphQLField<unknown, unknown>): boolean {
  return isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
}

/** The error of whoever asks for too much. */
export function exceeded(what: string, limit: number): DomainError {
  return DomainError.of('GRAPHQL_LIMIT_EXCEEDED', { what, limit });
}
