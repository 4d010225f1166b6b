import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import type { Attribute } from '../../src/directory/attributes/attribute.js';
import { commonAttributes } from '../../src/directory/attributes/common-attributes.js';
import { parseConfiguredResources } from '../../src/directory/attributes/parse-configured-resources.js';
import { createResourceModel } from '../../src/directory/attributes/resource-model.js';
import { configuredDevice } from '../support/device-type.js';

const parse = (file: object) => parseConfiguredResources(JSON.stringify(file), 'platform');
const problemsOf = (file: object) => parse(file).problems.map(({ path, message }) => `${path} ${message}`);

const lamp = {
  schemas: [{ id: 'urn:example:Lamp', name: 'Lamp', attributes: [{ name: 'color' }] }],
  resourceTypes: [{ name: 'Lamp', endpoint: '/Lamps', schema: 'urn:example:Lamp' }],
};

test('attributes of a file have the defaults of RFC 7643 §2.2', () => {
  expect(parse(lamp).resources?.schemas[0]?.attributes).toEqual([
    {
      name: 'color',
      type: 'string',
      multiValued: false,
      description: '',
      required: false,
      caseExact: false,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'none',
    },
  ]);
});

test('base64 and addresses are case exact unless a file says the contrary, which is a problem', () => {
  const typed = (caseExact?: boolean) => ({
    ...lamp,
    schemas: [
      {
        id: 'urn:example:Lamp',
        name: 'Lamp',
        attributes: ['binary', 'reference', 'dateTime'].map((type) => ({
          name: type,
          type,
          ...(caseExact === undefined ? {} : { caseExact }),
        })),
      },
    ],
  });
  const attributes = parse(typed()).resources?.schemas[0]?.attributes;
  expect(attributes?.map(({ caseExact }) => caseExact)).toEqual([true, true, false]);
  expect(problemsOf(typed(false))).toEqual([
    'schemas[0].attributes[0].caseExact must be true for an attribute of type binary',
    'schemas[0].attributes[1].caseExact must be true for an attribute of type reference',
  ]);
});

test('a type with everything comes through a file unchanged', () => {
  expect(parse(configuredDevice).resources).toEqual(configuredDevice);
});

test('an extension of a built-in type is added to it', () => {
  const { resources } = parse({
    schemas: [{ id: 'urn:example:Badge', name: 'Badge', attributes: [{ name: 'color' }] }],
    extensions: [{ resourceType: 'user', schema: 'URN:EXAMPLE:badge', required: true }],
  });
  const user = createResourceModel('platform', resources).types.get('user');
  expect(user?.extensions.at(-1)).toMatchObject({ schema: { id: 'urn:example:Badge' }, required: true });
});

test('every problem of shape is told at once, each by its place', () => {
  expect(
    problemsOf({
      schemas: [
        { id: 'Lamp', name: 'Lamp', attributes: [{ name: '1color' }, { name: 'b', type: 'text', shade: 1 }] },
      ],
      resourceTypes: [{ name: 'Lamp', endpoint: 'Lamps' }],
      lamps: [],
    }),
  ).toEqual([
    'schemas[0].id must be a URN',
    'schemas[0].attributes[0].name must start with a letter and hold letters, digits, - and _',
    expect.stringContaining('schemas[0].attributes[1].type'),
    'schemas[0].attributes[1].shade is not a known key',
    'resourceTypes[0].endpoint must be a path of one segment, such as /Devices',
    expect.stringContaining('resourceTypes[0].schema'),
    'lamps is not a known key',
  ]);
});

test('every problem of meaning is told at once', () => {
  const complex = (attribute: object) => ({
    name: 'c',
    type: 'complex',
    subAttributes: [{ name: 'x' }],
    ...attribute,
  });
  expect(
    problemsOf({
      schemas: [
        {
          id: 'urn:ietf:params:scim:schemas:core:2.0:user',
          name: 'Mine',
          attributes: [
            { name: 'a' },
            { name: 'A' },
            { name: 'Meta' },
            { name: 'b', type: 'complex' },
            { name: 'd', subAttributes: [{ name: 'x' }] },
            complex({ uniqueness: 'server' }),
            { name: 'e', required: true, mutability: 'readOnly' },
            { name: 'f', mutability: 'writeOnly' },
            complex({ name: 'g', subAttributes: [{ name: 'x', type: 'complex' }] }),
          ],
        },
      ],
      resourceTypes: [
        {
          name: 'USER',
          endpoint: '/users',
          schema: 'urn:example:none',
          schemaExtensions: [{ schema: 'urn:example:none' }],
        },
      ],
      extensions: [{ resourceType: 'Robot', schema: 'urn:example:none' }],
    }),
  ).toEqual([
    'schemas[0].id is the id of another schema, too',
    'schemas[0].attributes[0].name is the name of another attribute, too',
    'schemas[0].attributes[1].name is the name of another attribute, too',
    'schemas[0].attributes[3].subAttributes is required for a complex attribute',
    'schemas[0].attributes[4].subAttributes belongs to complex attributes alone',
    'schemas[0].attributes[5].uniqueness must be none for an attribute of type complex',
    'schemas[0].attributes[6].required cannot be met by clients when the attribute is readOnly',
    'schemas[0].attributes[7].returned must be never for a writeOnly attribute',
    'schemas[0].attributes[8].subAttributes[0].type must not be complex inside a complex attribute (RFC 7643 §2.3.8)',
    'schemas[0].attributes[2].name is an attribute that every resource has already',
    'resourceTypes[0].name is the name of another resource type, too',
    'resourceTypes[0].endpoint is in use already',
    'resourceTypes[0].schema names a schema that is not defined',
    'resourceTypes[0].schemaExtensions[0].schema names a schema that is not defined',
    'extensions[0].schema names a schema that is not defined',
    'extensions[0].resourceType names a resource type that is not defined',
  ]);
  expect(problemsOf({ ...lamp, extensions: [{ resourceType: 'Lamp', schema: 'urn:example:Lamp' }] })).toEqual(
    [' gives the resource type Lamp the schema urn:example:lamp twice'],
  );
});

test('a file that cannot be read or is no JSON is a problem of its variable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-types-'));
  const load = async (text: string | undefined) => {
    const file = join(folder, 'types.json');
    if (text !== undefined) await writeFile(file, text);
    const path = text === undefined ? join(folder, 'missing.json') : file;
    return loadConfig({ SCIM_RESOURCE_TYPES_FILE: path });
  };
  await expect(load(undefined)).rejects.toThrow(
    'SCIM_RESOURCE_TYPES_FILE names a file that cannot be read (ENOENT)',
  );
  await expect(load('{')).rejects.toThrow('SCIM_RESOURCE_TYPES_FILE is not JSON');
  await expect(load('{"lamps":[]}')).rejects.toThrow('SCIM_RESOURCE_TYPES_FILE lamps is not a known key');
  expect((await load(JSON.stringify(lamp))).scim.configuredResources?.resourceTypes[0]?.name).toBe('Lamp');
});

test('the built-in schemas keep the rules of RFC 7643 and its errata', () => {
  const { schemas } = createResourceModel('acme');
  const visit = (attributes: readonly Attribute[], isInside: boolean): void => {
    for (const attribute of attributes) {
      expect(attribute.name).toMatch(/^(?:[A-Za-z][A-Za-z0-9_-]*|\$ref)$/);
      expect(attribute.description).not.toBe('');
      expect(attribute.type === 'complex').toBe(attribute.subAttributes !== undefined);
      if (attribute.type === 'complex') expect([isInside, attribute.uniqueness]).toEqual([false, 'none']);
      if (attribute.type === 'reference')
        expect([attribute.caseExact, attribute.referenceTypes]).toEqual([true, expect.anything()]);
      visit(attribute.subAttributes ?? [], true);
    }
  };
  for (const { attributes } of schemas) visit(attributes, false);
  visit(commonAttributes, false);
  const find = (schema: string, name: string, part?: string) => {
    const attribute = schemas
      .find(({ id }) => id.endsWith(schema))
      ?.attributes.find((one) => one.name === name);
    return part ? attribute?.subAttributes?.find((one) => one.name === part) : attribute;
  };
  expect(find('core:2.0:User', 'userName')).toMatchObject({
    required: true,
    uniqueness: 'server',
    caseExact: false,
  });
  expect(find('core:2.0:User', 'password')).toMatchObject({ mutability: 'writeOnly', returned: 'never' });
  expect(find('core:2.0:User', 'groups')).toMatchObject({ mutability: 'readOnly' });
  expect(find('core:2.0:User', 'groups', '$ref')?.referenceTypes).toEqual(['Group']);
  expect(find('core:2.0:User', 'x509Certificates', 'value')?.type).toBe('binary');
  expect(find('core:2.0:Group', 'displayName')).toMatchObject({ required: true, uniqueness: 'server' });
  expect(find('core:2.0:Group', 'members', 'value')).toMatchObject({
    mutability: 'immutable',
    caseExact: true,
  });
  expect(find('enterprise:2.0:User', 'manager', 'value')?.caseExact).toBe(true);
  expect(find('extension:acme:User:2.0', 'role')?.returned).toBe('never');
});
