import { defineAttribute } from '../../src/directory/attributes/define-attribute.js';
import type { ConfiguredResources } from '../../src/directory/attributes/resource-model.js';

export const DEVICE = 'urn:example:params:scim:schemas:Device:1.0';
export const WARRANTY = 'urn:example:params:scim:schemas:extension:Warranty:1.0:Device';

/** A resource type with every attribute type, mutability, uniqueness and returned kind, and a required extension. */
export const configuredDevice: ConfiguredResources = {
  schemas: [
    {
      id: DEVICE,
      name: 'Device',
      description: 'A device that somebody uses',
      attributes: [
        defineAttribute({
          name: 'serialNumber',
          required: true,
          caseExact: true,
          uniqueness: 'server',
          description: 'The number that the maker gave to it.',
        }),
        defineAttribute({ name: 'label', description: 'What people call it.' }),
        defineAttribute({ name: 'powered', type: 'boolean', description: 'Whether it is switched on.' }),
        defineAttribute({ name: 'weight', type: 'decimal', description: 'Its weight in kilograms.' }),
        defineAttribute({ name: 'slots', type: 'integer', description: 'How many cards it takes.' }),
        defineAttribute({ name: 'madeAt', type: 'dateTime', description: 'When it was made.' }),
        defineAttribute({
          name: 'certificate',
          type: 'binary',
          caseExact: true,
          description: 'Its certificate.',
        }),
        defineAttribute({
          name: 'manual',
          type: 'reference',
          caseExact: true,
          referenceTypes: ['external'],
          description: 'Where its manual is.',
        }),
        defineAttribute({ name: 'tags', multiValued: true, description: 'Words to find it by.' }),
        defineAttribute({
          name: 'ports',
          type: 'complex',
          multiValued: true,
          description: 'Its network ports.',
          subAttributes: [
            defineAttribute({ name: 'value', caseExact: true, description: 'The hardware address.' }),
            defineAttribute({
              name: 'speed',
              type: 'integer',
              description: 'The speed in megabits a second.',
            }),
            defineAttribute({ name: 'up', type: 'boolean', description: 'Whether it is connected.' }),
            defineAttribute({
              name: 'type',
              canonicalValues: ['copper', 'fibre'],
              description: 'What it is made of.',
            }),
            defineAttribute({
              name: 'primary',
              type: 'boolean',
              description: 'Whether it is the main port.',
            }),
          ],
        }),
        defineAttribute({
          name: 'owner',
          type: 'complex',
          description: 'The user who has it.',
          subAttributes: [
            defineAttribute({ name: 'value', caseExact: true, description: 'The id of the user.' }),
            defineAttribute({
              name: '$ref',
              type: 'reference',
              caseExact: true,
              referenceTypes: ['User'],
              description: 'The address of the user.',
            }),
          ],
        }),
        defineAttribute({
          name: 'assetTag',
          mutability: 'immutable',
          description: 'The number on its sticker.',
        }),
        defineAttribute({
          name: 'condition',
          mutability: 'readOnly',
          description: 'What the service thinks of it.',
        }),
        defineAttribute({
          name: 'pin',
          caseExact: true,
          mutability: 'writeOnly',
          returned: 'never',
          description: 'The number that unlocks it.',
        }),
        defineAttribute({ name: 'notes', returned: 'request', description: 'Long notes about it.' }),
        defineAttribute({ name: 'site', returned: 'always', description: 'Where it stands.' }),
      ],
    },
    {
      id: WARRANTY,
      name: 'Warranty',
      description: 'The warranty of a device',
      attributes: [
        defineAttribute({ name: 'contract', required: true, description: 'The number of the contract.' }),
        defineAttribute({ name: 'until', type: 'dateTime', description: 'When it ends.' }),
      ],
    },
  ],
  resourceTypes: [
    {
      name: 'Device',
      endpoint: '/Devices',
      description: 'Device',
      schema: DEVICE,
      schemaExtensions: [{ schema: WARRANTY, required: true }],
    },
  ],
  extensions: [],
};
