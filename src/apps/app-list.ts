import { sql } from 'kysely';
import { type SortKey, textKey, timeKey } from '../database/order.js';
import type { WhereFields } from '../database/where.js';

/** What lists of apps, versions and data sources can be sorted by; ids are in order of creation. */
export type AppOrderField = 'createdAt' | 'updatedAt' | 'name';
export type AppVersionOrderField = 'createdAt' | 'name';
export type DataSourceOrderField = 'createdAt' | 'updatedAt' | 'name';

export const appOrder: Readonly<Record<AppOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  updatedAt: timeKey('updatedAt', 'a.updated_at'),
  name: textKey('name', 'a.name'),
};

export const appWhere: WhereFields = {
  id: { column: sql`a.id`, type: 'uuid' },
  name: { column: sql`a.name`, type: 'text' },
  slug: { column: sql`a.slug`, type: 'text' },
  kind: { column: sql`a.kind`, type: 'text' },
  createdAt: { column: sql`a.created_at`, type: 'timestamptz' },
  updatedAt: { column: sql`a.updated_at`, type: 'timestamptz' },
};

export const appVersionOrder: Readonly<Record<AppVersionOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  name: textKey('name', 'v.name'),
};

export const appVersionWhere: WhereFields = {
  id: { column: sql`v.id`, type: 'uuid' },
  name: { column: sql`v.name`, type: 'text' },
  createdAt: { column: sql`v.created_at`, type: 'timestamptz' },
};

export const dataSourceOrder: Readonly<Record<DataSourceOrderField, SortKey | undefined>> = {
  createdAt: undefined,
  updatedAt: timeKey('updatedAt', 'd.updated_at'),
  name: textKey('name', 'd.name'),
};

export const dataSourceWhere: WhereFields = {
  id: { column: sql`d.id`, type: 'uuid' },
  name: { column: sql`d.name`, type: 'text' },
  kind: { column: sql`d.kind`, type: 'text' },
  createdAt: { column: sql`d.created_at`, type: 'timestamptz' },
  updatedAt: { column: sql`d.updated_at`, type: 'timestamptz' },
};
