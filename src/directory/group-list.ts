import { sql } from 'kysely';
import { type SortKey, textKey, timeKey } from '../database/order.js';
import type { WhereFields } from '../database/where.js';
import { groupNameKey } from './group-name.js';

/** What lists of groups can be sorted by; ids are in order of creation. */
export type GroupOrderField = 'createdAt' | 'updatedAt' | 'name';

export const groupOrder: Readonly<Record<GroupOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  updatedAt: timeKey('updatedAt', 'g.updated_at'),
  name: textKey('name', 'g.name_key'),
};

/** What lists of groups can be narrowed by; names that count as the same match. */
export const groupWhere: WhereFields = {
  id: { column: sql`g.id`, type: 'uuid' },
  name: { column: sql`g.name_key`, type: 'text', key: groupNameKey },
  type: { column: sql`g.type`, type: 'text' },
  disabled: { column: sql`g.disabled`, type: 'boolean' },
  createdAt: { column: sql`g.created_at`, type: 'timestamptz' },
  updatedAt: { column: sql`g.updated_at`, type: 'timestamptz' },
};
