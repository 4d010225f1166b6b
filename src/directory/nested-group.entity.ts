import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import { Group } from './group.entity.js';

const NestedGroupSchema = defineEntity({
  name: 'NestedGroup',
  tableName: 'nested_groups',
  primaryKeys: ['group', 'member'],
  indexes: [{ name: 'nested_groups_member_index', properties: ['member', 'group'] }],
  properties: {
    group: () => p.manyToOne(Group).mapToPk().primary().deleteRule('cascade'),
    member: () => p.manyToOne(Group).mapToPk().primary().deleteRule('cascade'),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    createdAt: p.datetime(3),
  },
});

/** That a group is shown as a member of another. It grants nothing: only direct memberships do. */
export class NestedGroup extends NestedGroupSchema.class {}
NestedGroupSchema.setClass(NestedGroup);
