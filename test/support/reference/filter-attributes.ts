import type { Known } from './filter-reference.js';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const warranty = 'urn:example:params:scim:schemas:extension:Warranty:1.0:Device';

const table = (rows: readonly (readonly [string, Known])[]): ReadonlyMap<string, Known> =>
  new Map(rows.map(([name, known]) => [name.toLowerCase(), known]));

/** What the reference knows of a user. */
export const userAttributes = table([
  ['id', { at: ['id'], kind: 'exact' }],
  ['externalId', { at: ['externalId'], kind: 'exact' }],
  ['userName', { at: ['userName'], kind: 'userName' }],
  [`${core}:userName`, { at: ['userName'], kind: 'userName' }],
  ['displayName', { at: ['displayName'], kind: 'fold' }],
  ['nickName', { at: ['nickName'], kind: 'fold' }],
  ['active', { at: ['active'], kind: 'boolean' }],
  ['name', { at: ['name'], kind: 'fold' }],
  ['name.familyName', { at: ['name', 'familyName'], kind: 'fold' }],
  ['name.givenName', { at: ['name', 'givenName'], kind: 'fold' }],
  ['profileUrl', { at: ['profileUrl'], kind: 'exact' }],
  ['emails', { at: ['emails'], kind: 'fold', inElement: 'value', isList: true }],
  ['emails.value', { at: ['emails'], kind: 'fold', inElement: 'value', isList: true }],
  ['emails.type', { at: ['emails'], kind: 'fold', inElement: 'type', isList: true }],
  ['emails.primary', { at: ['emails'], kind: 'boolean', inElement: 'primary', isList: true }],
  ['groups', { at: ['groups'], kind: 'exact', inElement: 'value', isList: true }],
  ['groups.value', { at: ['groups'], kind: 'exact', inElement: 'value', isList: true }],
  ['groups.display', { at: ['groups'], kind: 'groupName', inElement: 'display', isList: true }],
  ['groups.type', { at: ['groups'], kind: 'fold', inElement: 'type', isList: true }],
  ['schemas', { at: ['schemas'], kind: 'exact', inElement: '', isList: true }],
  ['meta.resourceType', { at: ['meta', 'resourceType'], kind: 'exact' }],
  ['meta.created', { at: ['meta', 'created'], kind: 'instant' }],
  ['meta.lastModified', { at: ['meta', 'lastModified'], kind: 'instant' }],
  ['meta.version', { at: ['meta', 'version'], kind: 'exact' }],
  [enterprise, { at: [enterprise], kind: 'schema' }],
  [`${enterprise}:department`, { at: [enterprise, 'department'], kind: 'fold' }],
  [`${enterprise}:manager`, { at: [enterprise, 'manager', 'value'], kind: 'exact' }],
  [`${enterprise}:manager.value`, { at: [enterprise, 'manager', 'value'], kind: 'exact' }],
]);

/** What the reference knows of a group. */
export const groupAttributes = table([
  ['id', { at: ['id'], kind: 'exact' }],
  ['externalId', { at: ['externalId'], kind: 'exact' }],
  ['displayName', { at: ['displayName'], kind: 'groupName' }],
  ['members', { at: ['members'], kind: 'exact', inElement: 'value', isList: true }],
  ['members.value', { at: ['members'], kind: 'exact', inElement: 'value', isList: true }],
  ['members.type', { at: ['members'], kind: 'fold', inElement: 'type', isList: true }],
  ['meta.created', { at: ['meta', 'created'], kind: 'instant' }],
]);

/** What the reference knows of the tests' own resource type. */
export const deviceAttributes = table([
  ['serialNumber', { at: ['serialNumber'], kind: 'exact' }],
  ['label', { at: ['label'], kind: 'fold' }],
  ['powered', { at: ['powered'], kind: 'boolean' }],
  ['weight', { at: ['weight'], kind: 'number' }],
  ['slots', { at: ['slots'], kind: 'number' }],
  ['madeAt', { at: ['madeAt'], kind: 'instant' }],
  ['certificate', { at: ['certificate'], kind: 'binary' }],
  ['tags', { at: ['tags'], kind: 'fold', inElement: '', isList: true }],
  ['ports', { at: ['ports'], kind: 'exact', inElement: 'value', isList: true }],
  ['ports.value', { at: ['ports'], kind: 'exact', inElement: 'value', isList: true }],
  ['ports.speed', { at: ['ports'], kind: 'number', inElement: 'speed', isList: true }],
  ['ports.up', { at: ['ports'], kind: 'boolean', inElement: 'up', isList: true }],
  ['ports.type', { at: ['ports'], kind: 'fold', inElement: 'type', isList: true }],
  [`${warranty}:contract`, { at: [warranty, 'contract'], kind: 'fold' }],
  [`${warranty}:until`, { at: [warranty, 'until'], kind: 'instant' }],
]);
