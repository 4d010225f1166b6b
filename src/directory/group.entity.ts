import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import type { JsonObject } from './attributes/attribute-document.js';
import { type Role, roles } from './user.entity.js';

/** `default` groups stand for the roles and follow each user's role; all others are `custom`. */
export const groupTypes = ['custom', 'default'] as const;
export type GroupType = (typeof groupTypes)[number];

/** The workspace-level permission flags of a group, in the order of its record. */
export const permissionFlags = [
  'appCreate',
  'appDelete',
  'folderCRUD',
  'orgConstantCRUD',
  'dataSourceCreate',
  'dataSourceDelete',
  'workflowCreate',
  'workflowDelete',
  'appPromote',
  'appRelease',
] as const;
export type PermissionFlag = (typeof permissionFlags)[number];
export type Permissions = Record<PermissionFlag, boolean>;

/** The column that stores a flag; the flags' own spelling is the interface's. */
export const flagColumns: Readonly<Record<PermissionFlag, string>> = {
  appCreate: 'app_create',
  appDelete: 'app_delete',
  folderCRUD: 'folder_crud',
  orgConstantCRUD: 'org_constant_crud',
  dataSourceCreate: 'data_source_create',
  dataSourceDelete: 'data_source_delete',
  workflowCreate: 'workflow_create',
  workflowDelete: 'workflow_delete',
  appPromote: 'app_promote',
  appRelease: 'app_release',
};

const GroupSchema = defineEntity({
  name: 'Group',
  tableName: 'groups',
  uniques: [{ name: 'groups_name_unique', properties: ['workspace', 'nameKey'] }],
  indexes: [
    { name: 'groups_workspace_index', properties: ['workspace', 'id'] },
    { name: 'groups_external_id_index', properties: ['workspace', 'externalId'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    name: p.text().collation('C'),
    nameKey: p.text().collation('C'),
    type: p.enum(groupTypes),
    /** The id by which the provisioning client knows the group. */
    externalId: p.text().collation('C').nullable(),
    /** The attributes of extensions, as provisioning clients wrote them. */
    attributes: p.json<JsonObject>().defaultRaw(`'{}'::jsonb`),
    /** The same as keys to compare by; see search-document.ts. */
    search: p.json<JsonObject>().defaultRaw(`'{}'::jsonb`).hidden(),
    role: p.enum(roles).$type<Role>().nullable(),
    appCreate: p.boolean().fieldName('app_create'),
    appDelete: p.boolean().fieldName('app_delete'),
    folderCRUD: p.boolean().fieldName('folder_crud'),
    orgConstantCRUD: p.boolean().fieldName('org_constant_crud'),
    dataSourceCreate: p.boolean().fieldName('data_source_create'),
    dataSourceDelete: p.boolean().fieldName('data_source_delete'),
    workflowCreate: p.boolean().fieldName('workflow_create'),
    workflowDelete: p.boolean().fieldName('workflow_delete'),
    appPromote: p.boolean().fieldName('app_promote'),
    appRelease: p.boolean().fieldName('app_release'),
    disabled: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A set of users with workspace-level flags and granular rules; a disabled group grants nothing. */
export class Group extends GroupSchema.class {}
GroupSchema.setClass(Group);
