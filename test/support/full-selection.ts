import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** `Type.field` → the arguments to call it with, as GraphQL text. */
export type Arguments = Readonly<Record<string, string>>;

/**
 * Selects every field of a type, and of the types below it as far as `depth` goes. Notes each field in
 * `seen`; fails for a field with required arguments that nobody gave.
 */
export function fullSelection(
  type: GraphQLObjectType,
  depth: number,
  given: Arguments,
  seen: Set<string>,
): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const text = selected(type, field, depth, given, seen);
    return text === undefined ? [] : [text];
  });
  return fields.join(' ');
}

/** One field with its arguments and everything below it; undefined where the depth ends. */
export function selected(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  depth: number,
  given: Arguments,
  seen: Set<string>,
): string | undefined {
  const key = `${parent.name}.${field.name}`;
  const type = getNamedType(field.type);
  if (!isLeafType(type) && depth === 0) {
    return undefined;
  }
  seen.add(key);
  const call = `${field.name}${argumentsOf(key, field, given)}`;
  return isObjectType(type) ? `${call} { __typename ${fullSelection(type, depth - 1, given, seen)} }` : call;
}

function argumentsOf(key: string, field: GraphQLField<unknown, unknown>, given: Arguments): string {
  const text = given[key];
  if (text !== undefined) {
    return `(${text})`;
  }
  if (field.args.some(isRequiredArgument)) {
    throw new Error(`The test must be told the arguments of ${key}.`);
  }
  return '';
}
