import { describe, expect, test } from 'vitest';
import { pageSize, parseListQuery, parseProjection, parseSearchBody } from '../../../facades/scim/list.js';
import { refusalOf } from './dialects.js';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const defaults = { startIndex: 1, count: pageSize.default, projection: {} };

describe('a query string', () => {
  test.each([
    ['', defaults],
    ['unknown=1&&x', defaults],
    ['attributes=&count=&startIndex=&sortBy=', defaults],
    ['filter=userName+eq+%22J%C3%BCrgen%20x%22&', { ...defaults, filter: 'userName eq "Jürgen x"' }],
    ['FILTER=a%20pr', { ...defaults, filter: 'a pr' }],
    ['filter=', { ...defaults, filter: '' }],
    ['startindex=5&Count=7', { ...defaults, startIndex: 5, count: 7 }],
    ['startIndex=0&count=-3', { ...defaults, startIndex: 1, count: 0 }],
    ['startIndex=-4&count=0', { ...defaults, startIndex: 1, count: 0 }],
    ['count=501', { ...defaults, count: 500 }],
    ['startIndex=99999999999999999999', { ...defaults, startIndex: 2 ** 31 - 1 }],
    ['sortBy=name.familyName', { ...defaults, sort: { attribute: 'name.familyName', direction: 'ASC' } }],
    ['sortBy=id&sortOrder=DESCending', { ...defaults, sort: { attribute: 'id', direction: 'DESC' } }],
    ['sortOrder=descending', defaults],
    ['count=5&count=5', { ...defaults, count: 5 }],
  ])('%s', (query, request) => {
    expect(parseListQuery(query)).toEqual(request);
  });

  test.each([
    ['count=ten', '"count" must be an integer.'],
    ['count=1.5', '"count" must be an integer.'],
    ['startIndex=0x1', '"startIndex" must be an integer.'],
    ['sortBy=id&sortOrder=up', '"sortOrder" must be "ascending" or "descending".'],
    ['attributes=id&excludedAttributes=name', 'exclude each other'],
    ['filter=a+pr&Filter=b+pr', 'The parameter "Filter" is given twice with different values.'],
  ])('refuses %s', (query, detail) => {
    expect(refusalOf(() => parseListQuery(query))).toEqual({
      status: 400,
      scimType: 'invalidValue',
      detail: expect.stringContaining(detail),
    });
  });

  test('a projection is a list of names, blanks and empty ones apart', () => {
    expect(parseProjection('attributes=userName,%20name.givenName%20,,userName')).toEqual({
      attributes: ['userName', 'name.givenName'],
    });
    expect(parseProjection('ExcludedAttributes=members&attributes=')).toEqual({
      excludedAttributes: ['members'],
    });
    expect(parseProjection('attributes=,')).toEqual({});
  });
});

describe('a search body', () => {
  test('means the same as the query', () => {
    const body = {
      schemas: [SEARCH],
      filter: 'a pr',
      sortBy: 'id',
      sortOrder: 'descending',
      startIndex: 3,
      count: 4,
      attributes: ['userName', ' id '],
      excludedAttributes: null,
    };
    expect(parseSearchBody(body)).toEqual(
      parseListQuery(
        'filter=a+pr&sortBy=id&sortOrder=descending&startIndex=3&count=4&attributes=userName,id',
      ),
    );
  });

  test.each([
    [{}, 'invalidSyntax', '"schemas" of a search must hold'],
    [
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] },
      'invalidSyntax',
      '"schemas" of a search must',
    ],
    [{ schemas: SEARCH }, 'invalidSyntax', '"schemas" of a search must hold'],
    [{ schemas: [SEARCH], filter: 7 }, 'invalidValue', '"filter" must be a string.'],
    [{ schemas: [SEARCH], count: 1.5 }, 'invalidValue', '"count" must be an integer.'],
    [{ schemas: [SEARCH], count: [] }, 'invalidValue', '"count" must be an integer.'],
    [
      { schemas: [SEARCH], attributes: [1] },
      'invalidValue',
      '"attributes" must be a list of attribute names.',
    ],
    [
      { schemas: [SEARCH], attributes: {} },
      'invalidValue',
      '"attributes" must be a list of attribute names.',
    ],
  ])('refuses %j', (body, scimType, detail) => {
    const refusal = refusalOf(() => parseSearchBody(body));
    expect(refusal).toMatchObject({ status: 400, scimType });
    expect(refusal.detail).toContain(detail);
  });
});
