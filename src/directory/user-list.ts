import { sql } from 'kysely';
import { type SortKey, textKey, timeKey } from '../database/order.js';
import type { WhereFields } from '../database/where.js';
import { userNameKey } from './user-name.js';

/** What lists of users can be sorted by; ids are in order of creation. */
export type UserOrderField = 'createdAt' | 'updatedAt' | 'userName';

export const userOrder: Readonly<Record<UserOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  updatedAt: timeKey('updatedAt', 'u.updated_at'),
  userName: textKey('userName', 'u.user_name_key'),
};

/** What lists of users can be narrowed by; names that count as the same match. */
export const userWhere: WhereFields = {
  id: { column: sql`u.id`, type: 'uuid' },
  userName: { column: sql`u.user_name_key`, type: 'text', key: userNameKey },
  displayName: { column: sql`u.display_name`, type: 'text' },
  role: { column: sql`u.role`, type: 'text' },
  status: { column: sql`u.status`, type: 'text' },
  createdAt: { column: sql`u.created_at`, type: 'timestamptz' },
  updatedAt: { column: sql`u.updated_at`, type: 'timestamptz' },
};
