import { expect, test } from 'vitest';
import {
  createResourceModel,
  type ResourceTypeModel,
} from '../../src/directory/attributes/resource-model.js';
import { applyEdits } from '../../src/directory/edits/apply-edits.js';
import { resolveEdits } from '../../src/directory/edits/resolve-edits.js';
import { provisioningProfiles } from '../../src/directory/provisioning-settings.js';
import { configuredDevice, WARRANTY } from '../support/device-type.js';
import { edit } from '../support/provisioning.js';

const device = createResourceModel('platform', configuredDevice).types.get('device') as ResourceTypeModel;
const apply = (document: object, ...edits: Parameters<typeof resolveEdits>[1]) =>
  applyEdits(
    device,
    document as Parameters<typeof applyEdits>[1],
    resolveEdits(device, edits),
    provisioningProfiles.standard,
  );

test('what was missing before the edits may stay missing, and what was there may not go', () => {
  // The extension became required after this device was made.
  const old = { serialNumber: '1' };
  expect(apply(old, edit('REPLACE', 'label', 'x'))).toEqual({ serialNumber: '1', label: 'x' });
  const whole = { ...old, [WARRANTY]: { contract: 'c', until: '2027-01-01T00:00:00Z' } };
  expect(() => apply(whole, edit('REPLACE', `${WARRANTY}:contract`, null))).toThrow(
    '"urn:example:params:scim:schemas:extension:Warranty:1.0:Device:contract" is not valid: it is required.',
  );
  expect(() => apply(old, edit('ADD', `${WARRANTY}:until`, '2027-01-01T00:00:00Z'))).toThrow(
    'contract" is not valid: it is required.',
  );
});

test('an immutable part of an element keeps its value as long as the element lives', () => {
  const group = createResourceModel('platform', {
    ...configuredDevice,
    schemas: configuredDevice.schemas.map((schema) => ({
      ...schema,
      attributes: schema.attributes.map((attribute) =>
        attribute.name === 'ports'
          ? {
              ...attribute,
              subAttributes: (attribute.subAttributes ?? []).map((part) =>
                part.name === 'value' ? { ...part, mutability: 'immutable' as const } : part,
              ),
            }
          : attribute,
      ),
    })),
  }).types.get('device') as ResourceTypeModel;
  const ports = { serialNumber: '1', ports: [{ value: 'a', speed: 10 }, { speed: 20 }] };
  const change =
    (...edits: Parameters<typeof resolveEdits>[1]) =>
    () =>
      applyEdits(group, ports, resolveEdits(group, edits), provisioningProfiles.standard).ports;
  const ofSpeed = (speed: number) => ({
    where: { compare: { attribute: 'speed', operator: 'EQ' as const, value: speed } },
  });
  expect(change(edit('REPLACE', 'ports', 'b', { ...ofSpeed(10), subAttribute: 'value' }))).toThrow(
    'cannot be changed once set',
  );
  expect(change(edit('REPLACE', 'ports', { value: 'b' }, ofSpeed(10)))).toThrow('cannot be changed once set');
  expect(change(edit('ADD', 'ports', { value: 'b' }, ofSpeed(10)))).toThrow('cannot be changed once set');
  expect(change(edit('REPLACE', 'ports', { speed: 30 }, ofSpeed(10)))()).toEqual([
    { value: 'a', speed: 30 },
    { speed: 20 },
  ]);
  expect(change(edit('ADD', 'ports', 'b', { ...ofSpeed(20), subAttribute: 'value' }))()).toEqual([
    { value: 'a', speed: 10 },
    { value: 'b', speed: 20 },
  ]);
  expect(change(edit('REMOVE', 'ports', undefined, ofSpeed(10)))()).toEqual([{ speed: 20 }]);
});

test('a list of part values inside an element is edited as a list', () => {
  const model = createResourceModel('platform', {
    schemas: [
      {
        id: 'urn:example:Box',
        name: 'Box',
        description: '',
        attributes: [
          {
            ...(configuredDevice.schemas[0]?.attributes.find(({ name }) => name === 'ports') as object),
            name: 'slots',
            subAttributes: [
              {
                ...(configuredDevice.schemas[0]?.attributes.find(({ name }) => name === 'tags') as object),
                name: 'words',
              },
            ],
          } as never,
        ],
      },
    ],
    resourceTypes: [
      { name: 'Box', endpoint: '/Boxes', description: '', schema: 'urn:example:Box', schemaExtensions: [] },
    ],
    extensions: [],
  }).types.get('box') as ResourceTypeModel;
  const box = { slots: [{ words: ['a', 'b'] }, { words: ['c'] }] };
  const change = (...edits: Parameters<typeof resolveEdits>[1]) =>
    applyEdits(model, box, resolveEdits(model, edits), provisioningProfiles.standard).slots;
  const having = (value: string) => ({
    where: { compare: { attribute: 'words', operator: 'EQ' as const, value } },
    subAttribute: 'words',
  });
  expect(change(edit('ADD', 'slots', ['d', 'a'], having('B')))).toEqual([
    { words: ['a', 'b', 'd'] },
    { words: ['c'] },
  ]);
  expect(change(edit('REPLACE', 'slots', ['d'], having('a')))).toEqual([{ words: ['d'] }, { words: ['c'] }]);
  expect(change(edit('REMOVE', 'slots', undefined, having('c')))).toEqual([{ words: ['a', 'b'] }]);
});
