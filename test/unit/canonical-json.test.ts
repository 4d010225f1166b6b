import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/apps/canonical-json.js';

describe('canonical JSON', () => {
  test('is what JSON.stringify prints with two spaces once the keys are sorted', () => {
    expect(canonicalJson({ b: [1, { y: null, x: 'é\n"' }], a: {}, c: [] })).toBe(
      `${JSON.stringify({ a: {}, b: [1, { x: 'é\n"', y: null }], c: [] }, null, 2)}\n`,
    );
  });

  test('sorts keys that look like numbers as text and keeps __proto__', () => {
    const value = JSON.parse('{"9":1,"10":2,"__proto__":{"a":1},"absent":3}');
    value.absent = undefined;
    expect(canonicalJson(value)).toBe('{\n  "10": 2,\n  "9": 1,\n  "__proto__": {\n    "a": 1\n  }\n}\n');
  });

  test('writes numbers as JSON does, and nothing below zero that is zero', () => {
    const numbers = [-0, 1e21, 1e-7, 0.1, -1.5e300, 2 ** 53];
    expect(canonicalJson(numbers)).toBe(`${JSON.stringify(numbers, null, 2)}\n`);
  });

  test('says the same as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value))))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});
