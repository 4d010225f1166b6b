import { type RawBuilder, sql } from 'kysely';
import { allColumns, type FieldColumns } from '../database/fields.js';
import { iso } from '../database/sql.js';
import { flagColumns, type GroupType, type Permissions, permissionFlags } from './group.entity.js';
import type { RuleInput } from './rule-input.js';

/** A group as every reader sees it. */
export interface GroupRecord extends Permissions {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly type: GroupType;
  readonly disabled: boolean;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** True when any flag is set, any app or workflow rule allows editing, or any data source rule exists. */
  readonly isBuilderLevel: boolean;
}

const anyFlag = sql.join(
  permissionFlags.map((flag) => sql.ref(`g.${flagColumns[flag]}`)),
  sql` or `,
);

const flags = Object.fromEntries(
  permissionFlags.map((flag) => [flag, sql.ref(`g.${flagColumns[flag]}`)]),
) as FieldColumns<Permissions>;

/** The fields of a GroupRecord, of a `groups` aliased `g`. */
export const groupFields: FieldColumns<GroupRecord> = {
  id: sql`g.id`,
  workspaceId: sql`g.workspace_id`,
  name: sql`g.name`,
  type: sql`g.type`,
  disabled: sql`g.disabled`,
  ...flags,
  createdAt: iso('g.created_at'),
  updatedAt: iso('g.updated_at'),
  isBuilderLevel: sql`(${anyFlag} or exists (
    select from permission_rules r where r.group_id = g.id and (r.can_edit or r.type = 'data_source')
  ))`,
};

/** Every column of a GroupRecord. */
export const groupColumns: RawBuilder<GroupRecord> = allColumns(groupFields);

/** The same answer as the query's, for a group that is only being written. */
export function isBuilderLevel(permissions: Permissions, rules: readonly RuleInput[]): boolean {
  return (
    permissionFlags.some((flag) => permissions[flag]) ||
    rules.some((rule) => rule.type === 'data_source' || rule.canEdit)
  );
}
