import { getVariableValues, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { checkText } from '../../facades/graphql/check-text.js';
import { measure } from '../../facades/graphql/document-limits.js';
import { examples } from '../../facades/graphql/playground/examples.js';
import { buildSchema } from '../../schema/build-schema.js';
import { loadConfig } from '../../src/config.js';

const schema = buildSchema();
const { limits } = (await loadConfig({})).graphql;

test.each(examples({}).map((example) => [example.title, example] as const))(
  'the tab %s fits the schema, its variables, and the default limits',
  (_, { query, variables }) => {
    const document = parse(query, { maxTokens: limits.maxTokens });
    expect(validate(schema, document)).toEqual([]);
    checkText(document, limits);
    for (const definition of document.definitions) {
      if (definition.kind === 'OperationDefinition') {
        const coerced = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
        expect(coerced.errors).toBeUndefined();
        expect(measure(schema, document, definition, variables, limits)).toBeLessThan(limits.maxComplexity);
      }
    }
  },
);
