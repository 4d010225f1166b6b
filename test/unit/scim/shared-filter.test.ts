import { expect, test } from 'vitest';
import { AttributeNames } from '../../../facades/scim/attribute-names.js';
import { parseFilter } from '../../../facades/scim/filter.js';
import { toSharedFilter } from '../../../facades/scim/filter-dialect.js';
import { defineAttribute } from '../../../src/directory/attributes/define-attribute.js';
import { createResourceModel } from '../../../src/directory/attributes/resource-model.js';
import { provisioningProfiles } from '../../../src/directory/provisioning-settings.js';
import { ENTERPRISE } from './dialects.js';

/** Users, groups, and rooms, whose `department` is a core attribute and means another than a user's. */
const model = createResourceModel('platform', {
  schemas: [
    {
      id: 'urn:example:Room',
      name: 'Room',
      description: 'A room',
      attributes: [defineAttribute({ name: 'department', description: 'Whose it is.' })],
    },
  ],
  resourceTypes: [
    {
      name: 'Room',
      endpoint: '/Rooms',
      description: 'Room',
      schema: 'urn:example:Room',
      schemaExtensions: [],
    },
  ],
  extensions: [],
});
const types = [...model.types.values()].map((type) => new AttributeNames(type));
const shared = (text: string) => toSharedFilter(parseFilter(text), types, provisioningProfiles.standard);
const of = (attribute: string, operator: string, value: unknown) => ({
  compare: { attribute, operator, value },
});

test('a name that one attribute of all types has is that attribute', () => {
  expect(shared('costCenter eq "1"')).toEqual(of(`${ENTERPRISE}:costCenter`, 'EQ', '1'));
  expect(shared('DISPLAYNAME co "x"')).toEqual(of('displayName', 'CO', 'x'));
  expect(shared('shoeSize eq 1')).toEqual(of('shoeSize', 'EQ', 1));
});

test('one that different attributes have is any of them', () => {
  const full = `${ENTERPRISE}:department`;
  expect(shared('department sw "R"')).toEqual({ or: [of(full, 'SW', 'R'), of('department', 'SW', 'R')] });
  expect(shared('department pr')).toEqual({ or: [{ present: full }, { present: 'department' }] });
  expect(shared('department ne null')).toEqual({
    or: [of(full, 'NE', null), of('department', 'NE', null)],
  });
});

test('what holds of a missing value must hold of each', () => {
  const full = `${ENTERPRISE}:department`;
  expect(shared('department ne "R"')).toEqual({ and: [of(full, 'NE', 'R'), of('department', 'NE', 'R')] });
  expect(shared('department eq null')).toEqual({
    and: [of(full, 'EQ', null), of('department', 'EQ', null)],
  });
});
