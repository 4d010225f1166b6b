import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import type { JsonObject } from './attributes/attribute-document.js';

/** The roles that a user of a workspace can have, most powerful first. */
export const roles = ['admin', 'builder', 'end-user'] as const;
export type Role = (typeof roles)[number];

/** An archived user keeps its memberships and is granted nothing. */
export const userStatuses = ['active', 'archived'] as const;
export type UserStatus = (typeof userStatuses)[number];

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  uniques: [{ name: 'users_user_name_unique', properties: ['workspace', 'userNameKey'] }],
  indexes: [
    { name: 'users_workspace_index', properties: ['workspace', 'id'] },
    { name: 'users_workspace_role_index', properties: ['workspace', 'role', 'status'] },
    { name: 'users_external_id_index', properties: ['workspace', 'externalId'] },
    { name: 'users_display_name_index', properties: ['workspace', 'displayNameKey'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    userName: p.text().collation('C'),
    userNameKey: p.text().collation('C'),
    displayName: p.text().collation('C').nullable(),
    displayNameKey: p.text().collation('C').nullable(),
    /** The id by which the provisioning client knows the user. */
    externalId: p.text().collation('C').nullable(),
    /** Argon2id, salted. */
    passwordHash: p.text().nullable().hidden(),
    /** The attributes without a column of their own, as provisioning clients wrote them. */
    attributes: p.json<JsonObject>().defaultRaw(`'{}'::jsonb`),
    /** The same as keys to compare by; see search-document.ts. */
    search: p.json<JsonObject>().defaultRaw(`'{}'::jsonb`).hidden(),
    role: p.enum(roles),
    status: p.enum(userStatuses),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A person in a workspace; `userNameKey` decides which names are the same (RFC 8265 §3.3). */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
