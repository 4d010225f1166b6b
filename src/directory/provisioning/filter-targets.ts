import { type RawBuilder, sql } from 'kysely';
import { type AttributePath, pathText } from '../attributes/attribute-path.js';
import { foldCase, textKey } from '../attributes/comparison-key.js';
import { oncePerType } from '../attributes/once-per-type.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { FilterTarget } from '../filter/compile-filter.js';
import type { Place } from '../filter/place.js';
import { foldGroupName, groupNameKey } from '../group-name.js';
import { foldUserName, userNameKey } from '../user-name.js';
import { keyLookUp } from './attribute-key-look-up.js';
import { commonPlace, someSchema } from './common-places.js';
import { documentPlace, hasExtensionData, someDocumentElement } from './json-target.js';
import { keyedAttributes } from './keyed-attributes.js';
import { lookUpGroup, lookUpMember, someGroup, someMember } from './relation-conditions.js';

const search = sql.ref('r.search');

/** Where the attributes of a type stand, for filters and sorting; the row's table is aliased `r`. */
export function filterTarget(model: ResourceTypeModel, workspaceId: string): FilterTarget {
  switch (model.type.name) {
    case 'User':
      return { ...documentTarget(model, workspaceId), ...userParts(model, workspaceId) };
    case 'Group':
      return { ...documentTarget(model, workspaceId), ...groupParts(model, workspaceId) };
    default:
      return documentTarget(model, workspaceId);
  }
}

const keyedNames = oncePerType((model) => new Set(keyedAttributes(model).map(pathText)));

/** A type that keeps everything but the common attributes in its document. */
function documentTarget(model: ResourceTypeModel, workspaceId: string): FilterTarget {
  const keyed = keyedNames(model);
  return {
    rows: sql`provisioned_resources r where ${inWorkspace(workspaceId)} and r.type = ${model.type.name}`,
    place: (path) => commonPlace(model, path) ?? documentPlace(search, path),
    someElement: (path, test) =>
      isSchemas(path) ? someSchema(model, search, test) : someDocumentElement(search, path, test),
    hasExtension: (urn) => hasExtensionData(search, urn),
    lookUp: (path, literal) => {
      const attribute = path.subAttribute ?? path.attribute;
      if (!keyed.has(pathText(path)) || attribute.type === 'dateTime') return undefined;
      return keyLookUp(workspaceId, model.type.name, pathText(path), textKey(attribute, literal));
    },
  };
}

function userParts(model: ResourceTypeModel, workspaceId: string): Partial<FilterTarget> {
  const base = documentTarget(model, workspaceId);
  return {
    rows: sql`users r where ${inWorkspace(workspaceId)}`,
    place: (path) => userPlace(path) ?? base.place(path),
    someElement: (path, test) =>
      isCore(path, 'groups') ? someGroup(workspaceId, test) : base.someElement(path, test),
    lookUp: (path, literal) =>
      isCore(path, 'groups') && path.subAttribute?.name === 'value'
        ? lookUpGroup(workspaceId, literal)
        : base.lookUp(path, literal),
  };
}

function groupParts(model: ResourceTypeModel, workspaceId: string): Partial<FilterTarget> {
  const base = documentTarget(model, workspaceId);
  return {
    rows: sql`groups r where ${inWorkspace(workspaceId)}`,
    place: (path) => (isCore(path, 'displayName') ? groupNamePlace : base.place(path)),
    someElement: (path, test) =>
      isCore(path, 'members') ? someMember(workspaceId, test) : base.someElement(path, test),
    lookUp: (path, literal) =>
      isCore(path, 'members') && path.subAttribute?.name === 'value'
        ? lookUpMember(workspaceId, literal)
        : base.lookUp(path, literal),
  };
}

const groupNamePlace: Place = {
  kind: 'text',
  value: sql.ref('r.name_key'),
  isIndexed: true,
  key: (text, operator) => (operator === 'EQ' ? groupNameKey(text) : foldGroupName(text)),
};

function userPlace(path: AttributePath): Place | undefined {
  if (isCore(path, 'userName')) {
    return {
      kind: 'text',
      value: sql.ref('r.user_name_key'),
      isIndexed: true,
      key: (text, operator) => (operator === 'EQ' ? userNameKey(text) : foldUserName(text)),
    };
  }
  if (isCore(path, 'displayName')) {
    return { kind: 'text', value: sql.ref('r.display_name_key'), key: foldCase, isIndexed: true };
  }
  if (isCore(path, 'active')) return { kind: 'boolean', value: sql`(r.status = 'active')` };
  return undefined;
}

function isSchemas(path: AttributePath): boolean {
  return isCore(path, 'schemas');
}

/** Whether a path is the core attribute of a name, and not an extension's of the same name. */
export function isCore(path: AttributePath, name: string): boolean {
  return !path.extension && path.attribute.name === name;
}

/** The condition of tenancy that every statement on a row aliased `r` starts with. */
export function inWorkspace(workspaceId: string): RawBuilder<unknown> {
  return sql`r.workspace_id = ${workspaceId}::uuid`;
}
