import { expect, test } from 'vitest';
import { entityTag, matches, parseEntityTags } from '../../../facades/scim/entity-tag.js';
import { checkAccept } from '../../../facades/scim/media-type.js';
import { refusalOf } from './dialects.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', ['*']],
  [' * ', ['*']],
  ['W/"3"', ['3']],
  ['"3"', ['3']],
  ['W/"3", "4" ,W/"a,b"', ['3', '4', 'a,b']],
  ['3', []],
  ['W/"3', []],
  ['W/"3" "4"', []],
  ['"3", *', []],
])('If-Match: %s names %j', (header, tags) => {
  expect(parseEntityTags(header)).toEqual(tags);
});

test('tags compare weakly, and * means every version', () => {
  expect(entityTag('3')).toBe('W/"3"');
  expect(matches(['2', '3'], '3')).toBe(true);
  expect(matches(['2'], '3')).toBe(false);
  expect(matches(['*'], '3')).toBe(true);
  expect(matches([], '3')).toBe(false);
});

test.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'application/scim+json',
  'application/json',
  'application/scim+json; charset=utf-8',
  'text/html, application/json;q=0.5',
])('an answer is given to Accept: %s', (header) => {
  expect(() => checkAccept(header)).not.toThrow();
});

test.each(['text/html', 'application/xml, text/*', 'application/scim+json;q=0', '*/*;q=0.0'])(
  'no answer can be given to Accept: %s',
  (header) => {
    expect(refusalOf(() => checkAccept(header))).toMatchObject({ status: 406, scimType: undefined });
  },
);
