import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

/** As the database prints every timestamp: UTC, with milliseconds. */
const PRINTED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { serialize, ...config } = GraphQLDateTimeISO.toConfig();

/**
 * `DateTimeISO` of graphql-scalars, which takes every text apart and prints it anew; what the database has
 * printed goes out as it is. A page of a hundred users holds two hundred of them.
 */
export const DateTimeISO = new GraphQLScalarType({
  ...config,
  serialize: (value) => (typeof value === 'string' && PRINTED.test(value) ? value : serialize(value)),
});
