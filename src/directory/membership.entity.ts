import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import { Group } from './group.entity.js';
import { User } from './user.entity.js';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  primaryKeys: ['group', 'user'],
  indexes: [{ name: 'memberships_user_index', properties: ['user', 'group'] }],
  properties: {
    group: () => p.manyToOne(Group).mapToPk().primary().deleteRule('cascade'),
    user: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    createdAt: p.datetime(3),
  },
});

/** That a user is a member of a custom group. Role groups have no rows here: they follow `user.role`. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
