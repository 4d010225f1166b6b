import { type RawBuilder, sql } from 'kysely';
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

/** The columns of a GroupRecord, of a `groups` aliased `g`. */
export const groupColumns: RawBuilder<GroupRecord> = sql.join([
  sql`g.id, g.workspace_id as "workspaceId", g.name, g.type, g.disabled`,
  ...permissionFlags.map((flag) => sql`${sql.ref(`g.${flagColumns[flag]}`)} as ${sql.ref(flag)}`),
  sql`${iso('g.created_at')} as "createdAt", ${iso('g.updated_at')} as "updatedAt"`,
  sql`(${anyFlag} or exists (
    select from permission_rules r where r.group_id = g.id and (r.can_edit or r.type = 'data_source')
  )) as "isBuilderLevel"`,
]) as RawBuilder<GroupRecord>;

/** The same answer as the query's, for a group that is only being written. */
export function isBuilderLevel(permissions: Permissions, rules: readonly RuleInput[]): boolean {
  return (
    permissionFlags.some((flag) => permissions[flag]) ||
    rules.some((rule) => rule.type === 'data_source' || rule.canEdit)
  );
}
