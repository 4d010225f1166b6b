import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DomainError, type ErrorCode, errorKinds } from '../../src/errors.js';

const codes = Object.keys(errorKinds) as ErrorCode[];
const textOf = (pattern: string) =>
  globSync(pattern)
    .filter((file) => file !== 'src/errors.ts' && !file.endsWith('unit/errors.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('every code is used somewhere, and produced by some test', () => {
  const program = textOf('{src,schema,facades}/**/*.ts');
  const tests = textOf('test/**/*.{ts,json}');
  expect(codes.filter((code) => !program.includes(`'${code}'`))).toEqual([]);
  expect(codes.filter((code) => !tests.includes(code))).toEqual([]);
});

test('an error travels as data: code, details, and nothing of its cause', () => {
  const problems = [{ path: 'name', message: 'is required' }];
  const error = DomainError.of('VALIDATION_FAILED', { problems }, new Error('internal detail'));
  expect(error.extensions).toEqual({ code: 'VALIDATION_FAILED', details: problems });
  expect(error.message).toBe('The input is not valid: name: is required');
  expect(JSON.stringify(error.extensions)).not.toContain('internal detail');
});
