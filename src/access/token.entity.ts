import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../directory/user.entity.js';
import { Workspace } from '../workspace/workspace.entity.js';

/** Which door a token opens. */
export const tokenKinds = ['external', 'scim', 'admin'] as const;

const TokenSchema = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  uniques: [{ name: 'tokens_hash_unique', properties: ['hash'] }],
  indexes: [
    { name: 'tokens_workspace_index', properties: ['workspace', 'id'] },
    { name: 'tokens_user_index', properties: ['user'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade').nullable(),
    user: () => p.manyToOne(User).mapToPk().deleteRule('cascade').nullable(),
    kind: p.enum(tokenKinds),
    name: p.text().collation('C'),
    hash: p.text().collation('C').hidden(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** An access token, of which only the SHA-256 is kept. Without a workspace it is bound to the instance. */
export class Token extends TokenSchema.class {}
TokenSchema.setClass(Token);
