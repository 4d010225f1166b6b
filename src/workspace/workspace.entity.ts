import { defineEntity, p } from '@mikro-orm/core';

const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    id: p.uuid().primary(),
    name: p.text().collation('C'),
    /** The profile of the provisioning settings and the settings that differ from it. */
    provisioning: p.json<{ profile?: string; overrides?: object }>().defaultRaw(`'{}'::jsonb`),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** The tenant: users, groups, apps, data sources and tokens belong to exactly one. */
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace);
